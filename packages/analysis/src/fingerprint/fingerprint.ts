import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { TestError } from '@svc/contract/executions/test-errors';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { extractHeadline, type Headline } from './fingerprint-headline.ts';
import { extractLocator, extractMatcher } from './fingerprint-target.ts';
import { toReadableText } from './fingerprint-text.ts';
import { parseRepositoryName } from './stack/repository-root.ts';
import { findTopFrame } from './stack/stack-frame.ts';

/** The fingerprint of a failure and the readable pattern that it is the hash of. */
export interface Fingerprint {
  /** `fp2:` and the first 16 bytes of a SHA-256 as 32 lower-case hex digits. */
  fingerprint: string;
  /** One line of at most 200 characters without control characters: what failed, on what, and where. */
  pattern: string;
}

export interface FingerprintOptions {
  /** The repository's name (`acme/web`, `web` or its address): the folder of that name is the root of paths. */
  repository?: string;
  /** A faster SHA-256, which returns the digest of the UTF-8 text as hex. */
  sha256Hex?: (text: string) => string;
}

/**
 * The identity of a failure, independent of run, machine, line number and random values. It consists of the error's
 * class, the normalised first paragraph of its message, the matcher or action, the locator, and file and function of
 * the topmost stack frame inside the repository. Never throws (tested in fingerprint.property.test.ts). Normalises a
 * bounded part of its input; only the search for a stack's first frame reads more, in linear time.
 *
 * Not included: causes, the diff, the snippet, the test's title. An unspecific message (`expected false to be true`)
 * in a test without named functions has the same fingerprint for every such failure in that file.
 */
export function computeFingerprint(
  error: TestError,
  { repository = '', sha256Hex = hashWithNoble }: FingerprintOptions = {},
): Fingerprint {
  const root = parseRepositoryName(repository);
  const text = toReadableText(error.message.trim() === '' ? (error.stack ?? '') : error.message);
  const head = extractHeadline(text, { stack: error.stack, repository: root });
  const parts = {
    ...head,
    matcher: extractMatcher(text),
    locator: extractLocator(text, root),
    ...(findTopFrame(error, { repository: root }) ?? { file: '', functionName: '' }),
  };
  const { errorClass, summary, matcher, locator, file, functionName } = parts;
  // Reports of one failure differ in whether they name this class.
  const kind = errorClass === 'AssertionError' ? '' : errorClass;
  const identity = [kind, summary, matcher, locator, file, functionName].join('\0');
  // One in 30 abbreviated commits has no letter: it looks like a number.
  const hashed = `${FINGERPRINT_PREFIX}\0${identity.includes('<id>') ? identity.replaceAll('<id>', '<n>') : identity}`;
  return {
    fingerprint: `${FINGERPRINT_PREFIX}${sha256Hex(hashed).slice(0, 32)}`,
    pattern: buildPattern(parts),
  };
}

/**
 * The identity of a failure that has no facts except its test: only failures of this test have it. `pattern` is a
 * description such as `Failed without an error`.
 */
export function computeTestFingerprint(
  testId: string,
  pattern: string,
  { sha256Hex = hashWithNoble }: Pick<FingerprintOptions, 'sha256Hex'> = {},
): Fingerprint {
  const digest = sha256Hex(`${FINGERPRINT_PREFIX}\0test\0${testId}\0${pattern}`);
  return { fingerprint: `${FINGERPRINT_PREFIX}${digest.slice(0, 32)}`, pattern };
}

/**
 * The prefix of every fingerprint. It is part of the hashed text too, so that an algorithm with another prefix shares
 * no id with this one.
 */
export const FINGERPRINT_PREFIX = 'fp2:';

interface Parts extends Headline {
  matcher: string;
  locator: string;
  file: string;
  functionName: string;
}

const PATTERN_CHARACTERS = 200;
// Limits in the pattern, so that a long message leaves room for the details that distinguish two failures.
const DETAIL_CHARACTERS = 60;
const FUNCTION_CHARACTERS = 40;

function buildPattern({
  errorClass,
  summary,
  matcher,
  locator,
  file,
  functionName,
}: Parts): string {
  const what = [errorClass, summary].filter((part) => part !== '').join(': ');
  const details = [matcher, locator].filter((part) => part !== '' && !what.includes(part));
  const path = shortenText(file, DETAIL_CHARACTERS, { keep: 'end' });
  const where = `${path} ${shortenText(functionName, FUNCTION_CHARACTERS)}`.trim();
  const parts = [...details.map((detail) => shortenText(detail, DETAIL_CHARACTERS)), where];
  const tail = parts.map((part) => (part === '' ? '' : ` · ${part}`)).join('');
  const room = Math.max(PATTERN_CHARACTERS - tail.length, DETAIL_CHARACTERS);
  const whole = shortenText(what === '' ? '(no message)' : what, room) + tail;
  return shortenText(whole, PATTERN_CHARACTERS);
}

function hashWithNoble(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
