export type WordedOutcome = 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';

/**
 * The outcome that a report names in one of the words that tools use, in any spelling: `timed_out`, `Timed out` and
 * `TIMEDOUT` are one word. Undefined for other words, such as GoogleTest's `run` and `completed`.
 */
export function parseOutcomeWord(text: unknown): WordedOutcome | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return undefined;
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isBare = !/\d/.test(text);
  return isBare ? WORDS.find(([pattern]) => pattern.test(word))?.[1] : undefined;
}

/**
 * Parses a text of several words, such as `3 tests failed` or `failed with errors`. A denied or expected failure is not
 * a failure: `0 errors`, `no failures`, `expected failure`.
 */
export function parseOutcomeText(text: unknown): WordedOutcome | undefined {
  const outcome = parseOutcomeWord(text);
  if (outcome !== undefined || typeof text !== 'string' || text.length > LONGEST_TEXT)
    return outcome;
  const parts = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').match(/[a-z]+|\d+/gi) ?? [];
  const words = parts.map((part) => part.toLowerCase()).filter((one) => !/^tests?$/.test(one));
  if (parseOutcomeWord(words[0]) === 'skipped') return 'skipped';
  const stated = words.map((_, index) => parseOutcomeAt(words, index));
  const isCounted = stated.some((one) => one?.isCounted === true && one.outcome !== 'passed');
  // `error handling passed` names what was tested.
  if (!isCounted && stated.some((one) => one?.outcome === 'passed')) return undefined;
  return (['timedOut', 'failed'] as const).find((one) =>
    stated.some((word) => word?.outcome === one),
  );
}

/** The outcome of one of the words, together with the next one: `not passed`. Undefined also for what is denied. */
function parseOutcomeAt(
  words: readonly string[],
  index: number,
): { outcome: WordedOutcome; isCounted: boolean } | undefined {
  const [before = '', word = '', after = ''] = [words[index - 1], words[index], words[index + 1]];
  const pair = parseOutcomeWord(word + after);
  const outcome = pair === 'failed' || pair === 'timedOut' ? pair : parseOutcomeWord(word);
  // `0 failed, 3 passed`, or `failed: 0, passed: 3`.
  const count = Number((/^\d/.test(words[0] ?? '') ? before : after) || undefined);
  if (outcome === undefined || count === 0 || DENIALS.has(before)) return undefined;
  return { outcome, isCounted: count > 0 };
}

// Longer values are messages.
const LONGEST_TEXT = 40;

const DENIALS = new Set(['no', 'not', 'non', 'never', 'without', 'expected', 'known', 'zero']);

// Qt's `xfail` is not among the failures, because it passed.
const WORDS: readonly (readonly [RegExp, WordedOutcome])[] = [
  [/^(?:test)?(?:pass(?:ed|es|ing)?|ok(?:ay)?|success(?:ful|fully)?|succeeded)$/, 'passed'],
  [/^(?:test)?time(?:d|s)?outs?$/, 'timedOut'],
  [
    /^(?:tests?)?(?:fail(?:s|ed|ures?|ing)?|err(?:or|ors|ored)?|exceptions?|broken|crash(?:ed)?|fatal|killed|panic(?:ked)?|segfault|unexpected|ko|nok|unsuccessful|unsuccess|xpass(?:ed)?|not(?:ok|pass(?:ed|ing)?|success(?:ful)?|succeeded|runnable))$/,
    'failed',
  ],
  // The test or its run was stopped before it ended.
  [/^(?:test)?(?:cancel(?:l?ed)?|interrupted|abort(?:ed)?|terminated|stopped)$/, 'interrupted'],
  // `blocked`: what the test needs was missing. `incomplete` is PHPUnit's.
  [
    /^(?:test)?(?:skip(?:s|ped)?|disabled?|ignored?|suppressed|pending|blocked|incomplete|not(?:run|executed)|todo)$/,
    'skipped',
  ],
];
