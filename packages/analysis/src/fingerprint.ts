import type { TestError } from '@svc/contract/test-errors';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { headline, type Headline } from './fingerprint-headline.ts';
import { locatorIn, matcherIn } from './fingerprint-target.ts';
import { readableText } from './fingerprint-text.ts';
import { topFrame } from './stack-frame.ts';

/** The fingerprint of a failure and the readable pattern that it was made from. */
export interface Fingerprint {
  /** `fp1:` and the first 16 bytes of a SHA-256 as 32 lower-case hex digits. */
  fingerprint: string;
  /** One line of at most 200 characters without control characters: what failed, on what, and where. */
  pattern: string;
}

/**
 * What makes two failures the same, whatever run, machine, line number or random value they met:
 * the error's class, the normalised first paragraph of its message, the matcher or action, the
 * locator, and file and function of the topmost stack frame inside the repository.
 * Never throws. Normalises a bounded part of its input; beyond it, only the search for a stack's
 * first frame goes, which is linear.
 * `sha256Hex` takes a faster hash where there is one; it gives the digest of the UTF-8 text as hex.
 *
 * Not part of it: causes, the diff, the snippet, the test's title. A message that says little
 * (`expected false to be true`) in a test without named functions stands for every such failure of
 * that file. Anything that changes a fingerprint needs a new version in its prefix.
 */
export function fingerprintOf(
  error: TestError,
  sha256Hex: (text: string) => string = nobleSha256Hex,
): Fingerprint {
  const text = readableText(error.message.trim() === '' ? (error.stack ?? '') : error.message);
  const head = headline(text, error.stack);
  const parts = {
    ...head,
    matcher: matcherIn(text),
    locator: locatorIn(text),
    ...(topFrame(error) ?? { file: '', functionName: '' }),
  };
  const { errorClass, summary, matcher, locator, file, functionName } = parts;
  const hashed = [errorClass, summary, matcher, locator, file, functionName].join('\0');
  return { fingerprint: `fp1:${sha256Hex(hashed).slice(0, 32)}`, pattern: patternOf(parts) };
}

interface Parts extends Headline {
  matcher: string;
  locator: string;
  file: string;
  functionName: string;
}

const PATTERN_CHARACTERS = 200;
// Of the pattern: so that a long message leaves room for what tells two such failures apart.
const DETAIL_CHARACTERS = 60;
const FUNCTION_CHARACTERS = 40;

function patternOf({ errorClass, summary, matcher, locator, file, functionName }: Parts): string {
  const what = [errorClass, summary].filter((part) => part !== '').join(': ');
  const details = [matcher, locator].filter((part) => part !== '' && !what.includes(part));
  const path = shortened(file, DETAIL_CHARACTERS, 'end');
  const where = `${path} ${shortened(functionName, FUNCTION_CHARACTERS)}`.trim();
  const told = [...details.map((detail) => shortened(detail, DETAIL_CHARACTERS)), where];
  const tail = told.map((part) => (part === '' ? '' : ` · ${part}`)).join('');
  const room = Math.max(PATTERN_CHARACTERS - tail.length, DETAIL_CHARACTERS);
  const whole = shortened(what === '' ? '(no message)' : what, room) + tail;
  return shortened(whole, PATTERN_CHARACTERS);
}

/** Within `limit` characters; `keep: 'end'` keeps a path's file name. */
function shortened(text: string, limit: number, keep: 'start' | 'end' = 'start'): string {
  if (text.length <= limit) return text;
  // A half of a surrogate pair at the cut would be no text.
  const cut = keep === 'start' ? text.slice(0, limit - 1) : text.slice(1 - limit);
  const whole = cut.isWellFormed() ? cut : cut.toWellFormed().replaceAll('\uFFFD', '');
  return keep === 'start' ? `${whole.trimEnd()}…` : `…${whole}`;
}

function nobleSha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
