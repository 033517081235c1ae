import { toCandidates, deriveLabel, type Label } from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { CLASS_FLAGS, findClass, type ClassFlag } from '../../flags/class-option.ts';

export type FailOnCondition = ClassFlag | 'unsure' | 'any';

export const FAIL_ON_CONDITIONS: readonly FailOnCondition[] = [...CLASS_FLAGS, 'unsure', 'any'];

/**
 * Which conditions the analysis meets, in words. The class of the whole counts, too: a run may fail without a test.
 * `beyond` has failures that the analysis did not list.
 *
 * The classifier's label counts. It follows people, except where that would hide an outage. An unsure verdict has no
 * class. It meets `unsure`, and `real-bug` if that is one of its two candidates.
 */
export function collectMetConditions(
  { failures, failureCount, ...whole }: AnyAnalysis,
  failOn: readonly FailOnCondition[] = [],
  beyond: readonly FailureVerdict[] = [],
): string[] {
  return [...new Set(failOn)].flatMap((condition) => {
    if (condition === 'any')
      return [`--fail-on any: ${formatCount(Math.max(1, failureCount), 'failure')}`];
    const wanted = findConditionLabel(condition);
    const read = [...failures, ...beyond];
    const found = read.filter((one) => deriveOwnLabel(one) === wanted).length;
    const possible = wanted === 'REAL_BUG' ? read.filter(mayBeBug).length : 0;
    // The whole may have failed outside its tests.
    const isOfWhole = wanted !== undefined && isConditionMet(wanted, whole);
    if (found === 0 && possible === 0 && !isOfWhole) return [];
    const least = read.length < failureCount ? 'at least ' : '';
    const parts = [
      ...(found === 0 && possible > 0 ? [] : [formatCount(Math.max(1, found), 'failure')]),
      ...(possible === 0 ? [] : [formatCount(possible, 'unsure failure')]),
    ];
    return [`--fail-on ${condition}: ${least}${parts.join(' and ')}`];
  });
}

type Verdict = Pick<FailureVerdict, 'classification' | 'confidence' | 'runnerUp'>;

/** The label that a condition names; undefined for `any`. */
export function findConditionLabel(condition: FailOnCondition): Label | undefined {
  return condition === 'unsure' ? condition : findClass(condition);
}

/** Whether the verdict of a failure meets the condition of a label. */
export function isConditionMet(label: Label, verdict: Verdict): boolean {
  return deriveOwnLabel(verdict) === label || (label === 'REAL_BUG' && mayBeBug(verdict));
}

function mayBeBug(verdict: Verdict): boolean {
  const isCandidate = toCandidates(verdict).some((one) => one.classification === 'REAL_BUG');
  return isCandidate && deriveOwnLabel(verdict) === 'unsure';
}

function deriveOwnLabel({ classification, confidence }: Verdict): Label {
  return deriveLabel({ classification, confidence });
}
