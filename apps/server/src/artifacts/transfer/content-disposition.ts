import { shortenText } from '@svc/contract/zod-free/shorten-text';

// Many proxies refuse headers over 8 KB; most disks limit a file name to 255 bytes.
const NAME_CHARACTERS = 120;

/**
 * The header's value for any name: plain for old clients, and encoded by RFC 8187. Path separators and invisible
 * characters become `_`.
 */
export function buildContentDisposition(
  disposition: 'inline' | 'attachment',
  name: string,
): string {
  const harmless = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_');
  // The end is the file type.
  const short = shortenText(harmless, NAME_CHARACTERS, { keep: 'ends' });
  // A leading dot would hide the file, and `..` would leave its folder.
  const shown = short.replace(/^[.\s]+/, '_').trim() || 'artifact';
  const plain = shown.replaceAll(/[^\x20-\x7e]|%/gu, '_');
  const encoded = encodeURIComponent(shown).replaceAll(/['()]/g, percentEncode);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A name with a file type: Playwright calls its files `trace` and `screenshot`, which no program would open. */
export function addFileType(name: string, contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const extension = EXTENSIONS.get(type);
  return extension === undefined || /\.\w{1,8}$/.test(name) ? name : `${name}.${extension}`;
}

const EXTENSIONS = new Map([
  ['application/zip', 'zip'],
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
]);

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
