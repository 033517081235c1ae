export const TITLE_SEPARATOR = ' › ';

const TITLE_CHARACTERS = 120;
const GRAPHEMES = new Intl.Segmenter('en');

/** The first 7 characters of a commit. */
export function shortenCommit(commit: string): string {
  return commit.slice(0, 7);
}

/** A sentence of svc whose commits are shortened: `It fails since 4f2c91e.` */
export function shortenCommits(text: string): string {
  return text.replaceAll(/\b[\da-f]{40}\b/g, shortenCommit);
}

/** A fingerprint by its ends: `fp2:6be1…d04c`. */
export function shortenFingerprint(fingerprint: string): string {
  const [version = '', hash = ''] = fingerprint.split(':');
  return `${version}:${hash.slice(0, 4)}…${hash.slice(-4)}`;
}

/** What is left to show of an API key: `svc_…a91c`. */
export function formatKeyHint(hint: string): string {
  return `svc_…${hint}`;
}

/** A test by its titles: `cart › totals › rounds`. */
export function formatTestTitle(titlePath: readonly string[]): string {
  return titlePath.join(TITLE_SEPARATOR);
}

/** A long title shortened in its middle, where it says least: `cart › totals … half up per line`. */
export function shortenTestTitle(titlePath: readonly string[], limit = TITLE_CHARACTERS): string {
  const title = formatTestTitle(titlePath);
  if (title.length <= limit) return title;
  // By what a reader sees as a character, so that no emoji or accent is cut in two.
  const characters = Array.from(GRAPHEMES.segment(title), ({ segment }) => segment);
  if (characters.length <= limit) return title;
  const kept = limit - 1;
  const head = Math.ceil(kept / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (kept - head)).join('')}`;
}

/** Where a test is: `e2e/cart.spec.ts:88`. */
export function formatTestPlace({ file, line }: { file: string; line?: number | null }): string {
  return line === null || line === undefined ? file : `${file}:${line}`;
}
