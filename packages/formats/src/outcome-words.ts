export type WordedOutcome = 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';

/**
 * The outcome that a report names in one of the words that tools use, in any spelling: `timed_out`, `Timed out` and
 * `TIMEDOUT` are one word. Undefined for other words, such as GoogleTest's `run` and `completed`.
 */
export function outcomeOfWord(text: unknown): WordedOutcome | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return undefined;
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isBare = !/\d/.test(text);
  return isBare ? WORDS.find(([pattern]) => pattern.test(word))?.[1] : undefined;
}

/**
 * The same for a text of several words, such as `3 tests failed` or `failed with errors`. A failure that is denied or
 * expected is none: `0 errors`, `no failures`, `expected failure`.
 */
export function outcomeOfText(text: unknown): WordedOutcome | undefined {
  const outcome = outcomeOfWord(text);
  if (outcome !== undefined || typeof text !== 'string' || text.length > LONGEST_TEXT)
    return outcome;
  const parts = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').match(/[a-z]+|\d+/gi) ?? [];
  const words = parts.map((part) => part.toLowerCase());
  // `0 failed, 3 passed`, or `failed: 0, passed: 3`.
  const countOffset = /^\d/.test(words[0] ?? '') ? -1 : 1;
  const stated = words.flatMap((word, index): WordedOutcome[] => {
    const pair = outcomeOfWord(`${word} ${words[index + 1] ?? ''}`);
    const said =
      (pair === 'failed' || pair === 'timedOut' ? pair : undefined) ?? outcomeOfWord(word);
    const isDenied =
      DENIALS.has(words[index - 1] ?? '') || Number(words[index + countOffset]) === 0;
    return said === undefined || isDenied ? [] : [said];
  });
  return (['timedOut', 'failed'] as const).find((one) => stated.includes(one));
}

// Longer values are messages.
const LONGEST_TEXT = 40;

const DENIALS = new Set(['no', 'not', 'non', 'never', 'without', 'expected', 'known', 'zero']);

// Not among the failures: Qt's `xfail`, which passed.
const WORDS: readonly (readonly [RegExp, WordedOutcome])[] = [
  [/^(?:test)?(?:pass(?:ed|es|ing)?|ok(?:ay)?|success(?:ful|fully)?|succeeded)$/, 'passed'],
  [/^(?:test)?time(?:d|s)?outs?$/, 'timedOut'],
  [
    /^(?:tests?)?(?:fail(?:s|ed|ures?|ing)?|err(?:or|ors|ored)?|exceptions?|broken|crash(?:ed)?|fatal|killed|panic(?:ked)?|ko|nok|unsuccessful|unsuccess|xpass(?:ed)?|not(?:ok|pass(?:ed|ing)?|success(?:ful)?|succeeded|runnable))$/,
    'failed',
  ],
  // The test or its run was stopped before it ended.
  [
    /^(?:test)?(?:cancel(?:l?ed)?|interrupted|abort(?:ed)?|terminated|stopped|incomplete)$/,
    'interrupted',
  ],
  // `blocked`: what the test needs was missing.
  [
    /^(?:test)?(?:skip(?:s|ped)?|disabled?|ignored?|suppressed|pending|blocked|not(?:run|executed)|todo)$/,
    'skipped',
  ],
];
