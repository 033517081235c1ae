import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { cleanText } from './text.ts';

/** Facts that identify a test over time. */
export interface TestIdentity {
  project: string;
  /** Framework project or browser; absent and empty are the same. */
  variant?: string | null | undefined;
  /** POSIX path relative to the repository's root. */
  file: string;
  /** From the outermost suite to the test's own title. */
  titlePath: readonly string[];
}

/**
 * The test's id: the first 16 bytes of SHA-256 over project, variant, file and the parts of the title, joined with
 * NUL (which no cleaned text contains), as 32 lower-case hex digits.
 */
export function testId(identity: TestIdentity): string {
  return bytesToHex(sha256(utf8ToBytes(buildIdentityText(identity))).subarray(0, 16));
}

/** The text to hash, for callers with a faster SHA-256. */
export function buildIdentityText({ project, variant, file, titlePath }: TestIdentity): string {
  const parts = [project, variant ?? '', file, ...titlePath];
  return parts.map((part) => cleanText(part)).join('\0');
}

/** `a\b.test.ts`, `./a/b.test.ts` and `a//b.test.ts` are all `a/b.test.ts`. */
export function toPosixPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '');
}
