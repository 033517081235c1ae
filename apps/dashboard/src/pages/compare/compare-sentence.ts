import { isNotRunOnPurpose } from '@svc/analysis/compare/comparison-words';
import type { Comparison } from '@svc/contract/executions/compare';
import { formatNumber, formatCount } from '../../format/count.ts';
import { shortenCommit } from '../../format/identity.ts';

type Summary = Comparison['summary'];

/** What the first line leaves out: tests that a filtered head did not run, and outcomes that the base borrowed. */
export function describeMissing(
  { notRun, errorsOmitted }: Summary,
  head: Pick<Comparison['head'], 'partial'>,
): string {
  const parts = [
    notRun === 0 || !isNotRunOnPurpose(head) ? null : `${formatCount(notRun, 'test')} did not run.`,
    errorsOmitted === 0
      ? null
      : `${formatCount(errorsOmitted, 'error')} ${errorsOmitted === 1 ? 'is' : 'are'} not shown, because the page would be too long.`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** Where nothing changed: `All 9 tests have the same outcome as in the base`. */
export function describeUnchanged(tests: number): string {
  if (tests === 0) return 'Neither the base nor the head has tests';
  const which = tests === 1 ? 'The only test has' : `All ${formatNumber(tests)} tests have`;
  return `${which} the same outcome as in the base`;
}

/** Why this base, as the end of a sentence. */
export function formatBaseChoice({
  baseChoice,
  base,
  head,
}: Pick<Comparison, 'baseChoice'> &
  Record<'base' | 'head', Pick<Comparison['head'], 'git'>>): string {
  if (baseChoice === 'base-commit') return ', at the commit that the head started from';
  const branch = base.git.branch ?? 'the base';
  if (baseChoice === 'after-head') {
    return `, which began after the head: ${branch} has no earlier whole CI run. What broke or was fixed on ${branch} since then counts as a change`;
  }
  if (baseChoice !== 'base-commit-missing') return '';
  const commit = shortenCommit(head.git.baseCommit ?? '');
  return `, the newest before the head. This suite has no earlier whole CI run of ${branch} at the base commit ${commit}`;
}

// Two runs on one machine differ by as much.
const USUAL_FACTORS = { from: 0.9, to: 1.1 };

/**
 * What the change of the machine means for the list of slower and faster tests; null within 10 %, and when the factor
 * is unknown.
 */
export function describeMachine({
  machineFactor: factor,
  slower,
  faster,
}: Pick<Summary, 'machineFactor' | 'slower' | 'faster'>): {
  machine: string;
  tests: string;
} | null {
  if (factor === null || (factor >= USUAL_FACTORS.from && factor <= USUAL_FACTORS.to)) return null;
  const change =
    factor > 1 ? `${factor.toFixed(1)} times slower` : `${(1 / factor).toFixed(1)} times faster`;
  const changed = slower === 0 ? 'got faster' : faster === 0 ? 'got slower' : 'changed';
  return {
    machine: `The head’s machine was ${change}`,
    tests:
      slower + faster === 0
        ? 'No test changed more than that.'
        : `The list has only tests that ${changed} by more than that.`,
  };
}
