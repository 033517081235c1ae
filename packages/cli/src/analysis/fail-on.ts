import { BY_SEVERITY } from '@svc/analysis/verdict-words';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { counted } from '@svc/analysis/text/numbers';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';

type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${Dashed<Rest>}`
  : Lowercase<Name>;

export type FailOnCondition = Dashed<Classification> | 'any';

/** The words of the classes on the command line, the most severe first: `real-bug`. */
export const CLASS_WORDS = BY_SEVERITY.map(
  (one) => one.toLowerCase().replaceAll('_', '-') as Dashed<typeof one>,
);

export const FAIL_ON_CONDITIONS: readonly FailOnCondition[] = [...CLASS_WORDS, 'any'];

/** The class that a person typed: `real-bug` or `REAL_BUG`. Undefined for anything else. */
export function classOfWord(word: string): Classification | undefined {
  const typed = word.trim().toLowerCase().replaceAll('_', '-');
  return BY_SEVERITY.find((_, at) => CLASS_WORDS[at] === typed);
}

/**
 * Which conditions the analysis meets, in words. The class of the whole counts, too: a run may fail without a test.
 * `beyond` has failures that the analysis did not list.
 *
 * The classifier's class counts. It follows people, except where that would hide an outage.
 */
export function metConditions(
  { classification, failures, failureCount }: AnyAnalysis,
  failOn: readonly FailOnCondition[] = [],
  beyond: readonly FailureVerdict[] = [],
): string[] {
  return [...new Set(failOn)].flatMap((condition) => {
    if (condition === 'any')
      return [`--fail-on any: ${counted(Math.max(1, failureCount), 'failure')}`];
    const wanted = classOfWord(condition);
    const read = [...failures, ...beyond];
    const found = read.filter((one) => one.classification === wanted).length;
    if (found === 0 && classification !== wanted) return [];
    const least = read.length < failureCount ? 'at least ' : '';
    // The whole may have failed outside its tests.
    return [`--fail-on ${condition}: ${least}${counted(Math.max(1, found), 'failure')}`];
  });
}
