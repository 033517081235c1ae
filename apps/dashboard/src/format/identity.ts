import { shortenText } from '@svc/contract/zod-free/shorten-text';

export const TITLE_SEPARATOR = ' › ';

const TITLE_CHARACTERS = 120;

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
  return shortenText(formatTestTitle(titlePath), limit, { keep: 'ends' });
}

/** Where a test is: `e2e/cart.spec.ts:88`. */
export function formatTestPlace({ file, line }: { file: string; line?: number | null }): string {
  return line === null || line === undefined ? file : `${file}:${line}`;
}
