export type WordedOutcome = 'passed' | 'failed' | 'timedOut' | 'skipped';

/**
 * The outcome that a report names in one of the words that tools use, in any spelling: `timed_out`, `Timed out` and
 * `TIMEDOUT` are one word. Undefined for other words.
 */
export function outcomeOfWord(text: unknown): WordedOutcome | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_WORD) return undefined;
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return WORDS.find(([pattern]) => pattern.test(word))?.[1];
}

// Longer values are texts.
const LONGEST_WORD = 40;

// Not among the failures: Qt's `xfail`, which passed, and `aborted`, with which JUnit 5 skips a test.
const WORDS: readonly (readonly [RegExp, WordedOutcome])[] = [
  [/^(?:test)?(?:pass(?:ed|es|ing)?|ok|success(?:ful)?|succeeded)$/, 'passed'],
  [/^(?:test)?time(?:d|s)?out$/, 'timedOut'],
  [
    /^(?:test)?(?:fail(?:s|ed|ure|ing)?|err(?:or|ors|ored)?|broken|crash(?:ed)?|notok|notrunnable|ko)$/,
    'failed',
  ],
  [
    /^(?:test)?(?:skip(?:ped)?|disabled?|ignored?|suppressed|pending|not(?:run|executed)|todo)$/,
    'skipped',
  ],
];
