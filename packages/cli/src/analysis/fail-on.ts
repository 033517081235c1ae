import type { Classification } from '@svc/contract/executions/outcomes';
import { counted } from '../format/numbers.ts';
import type { AnyAnalysis } from './causes.ts';

/** The words of the classes on the command line, the most severe first. */
export const CLASS_WORDS = {
  'real-bug': 'REAL_BUG',
  healable: 'HEALABLE',
  infra: 'INFRA',
  'known-flake': 'KNOWN_FLAKE',
} as const satisfies Record<string, Classification>;

export type FailOnCondition = keyof typeof CLASS_WORDS | 'any';

export const FAIL_ON_CONDITIONS = [
  ...(Object.keys(CLASS_WORDS) as (keyof typeof CLASS_WORDS)[]),
  'any',
] as const satisfies readonly FailOnCondition[];

/** The class that a person typed: `real-bug` or `REAL_BUG`. Undefined for anything else. */
export function classOfWord(word: string): Classification | undefined {
  const typed = word.trim().toLowerCase().replaceAll('_', '-');
  return Object.entries(CLASS_WORDS).find(([known]) => known === typed)?.[1];
}

/** Which conditions the analysis meets, in words. The class of the whole counts, too: a run may fail without a test. */
export function metConditions(
  { classification, failures, failureCount }: AnyAnalysis,
  failOn: readonly FailOnCondition[] = [],
): string[] {
  return [...new Set(failOn)].flatMap((condition) => {
    const isAny = condition === 'any';
    const of = failures.filter((one) => isAny || one.classification === CLASS_WORDS[condition]);
    if (of.length === 0 && !isAny && classification !== CLASS_WORDS[condition]) return [];
    // The whole may have failed outside its tests.
    const count = Math.max(1, isAny ? failureCount : of.length);
    return [`--fail-on ${condition}: ${counted(count, 'failure')}`];
  });
}
