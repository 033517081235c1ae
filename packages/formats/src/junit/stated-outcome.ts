import type { XmlElement } from '../xml/xml-elements.ts';

export type StatedOutcome = 'failed' | 'timedOut' | 'skipped';

/**
 * The outcome of a test case or a suite that only its attributes state: GoogleTest, CTest and boost.ut write `status`,
 * others `result`, `outcome` or `success`. Undefined for a test that passed, and for words that no tool writes.
 */
export function statedOutcome({ attributes }: XmlElement): StatedOutcome | undefined {
  const outcomes = Object.entries(attributes).map(([name, value]) => outcomeOf(name, value));
  // A tool that contradicts itself reports a failure somewhere.
  return BY_WEIGHT.find((outcome) => outcomes.includes(outcome));
}

const BY_WEIGHT = ['timedOut', 'failed', 'skipped'] as const;

function outcomeOf(name: string, value: string): StatedOutcome | undefined {
  const kind = KINDS.get(name.toLowerCase());
  if (kind === undefined || value.length > LONGEST_WORD) return undefined;
  if (kind === 'outcome') return outcomeOfWord(wordIn(value));
  const isFailed = kind === 'success' ? /^(?:false|no)$/ : /^(?:true|yes)$/;
  return isFailed.test(wordIn(value)) ? 'failed' : undefined;
}

function outcomeOfWord(word: string): StatedOutcome | undefined {
  if (TIMED_OUT.test(word)) return 'timedOut';
  if (FAILED.test(word)) return 'failed';
  return SKIPPED.test(word) ? 'skipped' : undefined;
}

export function isTimeoutWord(text: string | undefined): boolean {
  return text !== undefined && text.length <= LONGEST_WORD && TIMED_OUT.test(wordIn(text));
}

/** `timed_out`, `Timed out` and `TIMEDOUT` are one word. */
function wordIn(value: string): string {
  return value.toLowerCase().replaceAll(/[^a-z]/g, '');
}

// Longer values are texts.
const LONGEST_WORD = 40;
const KINDS = new Map(
  Object.entries({
    outcome: ['status', 'result', 'outcome', 'state', 'verdict'],
    success: ['success', 'successful', 'succeeded', 'passed'],
    failure: ['failed', 'failure', 'error', 'errored'],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
);
const TIMED_OUT = /^(?:test)?time(?:d|s)?out$/;
// Neither Qt's `xfail`, which passed, nor `aborted`, with which JUnit 5 skips a test.
const FAILED =
  /^(?:test)?(?:fail(?:s|ed|ure|ing)?|err(?:or|ors|ored)?|broken|crash(?:ed)?|notok|ko)$/;
const SKIPPED =
  /^(?:test)?(?:skip(?:ped)?|disabled?|ignored?|suppressed|pending|not(?:run|executed)|todo)$/;

/** The `failure` of a test case that fails by an attribute, without a reason. */
export const UNEXPLAINED: XmlElement = { name: 'failure', attributes: {}, text: '', children: [] };
