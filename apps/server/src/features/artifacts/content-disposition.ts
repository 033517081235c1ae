// Headers over 8 KB are refused by many proxies; a file name ends at 255 bytes on most disks.
const NAME_CHARACTERS = 120;

/**
 * The header's value for a name of any text: plain for old clients, and as RFC 8187 encodes it. What
 * would be a path, or is no character to see, becomes `_`.
 */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const harmless = shortened(name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_'));
  // Nobody saves a file that hides, or climbs out of its folder.
  const shown = harmless.replace(/^[.\s]+/, '_').trim() || 'artifact';
  const plain = shown.replaceAll(/[^\x20-\x7e]|%/gu, '_');
  const encoded = encodeURIComponent(shown).replaceAll(/['()]/g, percentEncoded);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Keeps beginning and end, since the end says what kind of file it is. */
function shortened(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= NAME_CHARACTERS) return name;
  const half = NAME_CHARACTERS / 2;
  return [...characters.slice(0, half), '…', ...characters.slice(1 - half)].join('');
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
