import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import type { ComparedTest, Comparison, NotRunReason } from '@svc/contract/executions/compare';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { formatCauseCount } from '../causes/cause-words.ts';

/** New tests that fail; `newTests` also has those that pass. */
export function listNewFailing({ newTests }: Comparison): ComparedTest[] {
  return newTests.filter(({ head }) => head !== null && isFailure(head.status));
}

/** `10 of 32. More:` and `more`, for a part that does not show everything; otherwise nothing. */
export function formatCut(
  { shown, total, limit }: { shown: number; total: number; limit: number },
  more: string,
): string[] {
  if (shown >= total) return [];
  // No command can show what the server does not list.
  const mayShowMore = shown === limit && limit < COMPARE_LIMITS.listedMost;
  return mayShowMore
    ? [`${formatNumber(shown)} of ${formatNumber(total)}. More:`, more]
    : [`${formatNumber(shown)} of ${formatNumber(total)}`];
}

/** `12 errors left out, too long for one answer`; undefined when the answer has them all. */
export function formatOmittedErrors({ summary }: Comparison): string | undefined {
  const { errorsOmitted } = summary;
  if (errorsOmitted === 0) return undefined;
  return `${formatCount(errorsOmitted, 'error')} left out, too long for one answer`;
}

/** What the verdict is made of. */
type Judged = Pick<Comparison, 'summary' | 'causes'> & {
  head: Pick<Comparison['head'], 'status' | 'partial'>;
};

/**
 * The verdict in one line: `2 regressions, 1 new test fails, 1 newly flaky, 3 improvements`. Begins with files that
 * failed to load and tests of the base that did not run: `no regressions` alone would read as good news.
 */
export function describeComparison(comparison: Judged) {
  const { summary, causes, head } = comparison;
  const { regressions, newFailing, newlyFlaky, stillFailing, improvements } = summary;
  const missing = countMissingTests(comparison);
  const isMissingMost = missing * 2 > summary.baseTests;
  const notRun = isNotRunOnPurpose(head) ? 0 : summary.notRun;
  const isPart = isMissingMost || notRun > 0;
  const facts = [
    summary.brokenFiles > 0 && `${formatCount(summary.brokenFiles, 'file')} failed to load`,
    isMissingMost
      ? formatMissingTests(missing, summary.baseTests)
      : notRun > 0 && `${formatCount(notRun, 'test')} did not run`,
    regressions + newFailing === 0 &&
      (missing === 0 || missing < summary.baseTests) &&
      `no regressions${isPart ? ' in the others' : ''}`,
    regressions > 0 &&
      `${formatCount(regressions, 'regression')}${formatCauseCount(regressions, causes.regressions)}`,
    newFailing > 0 &&
      `${formatCount(newFailing, 'new test fails', 'new tests fail')}${formatCauseCount(newFailing, causes.newFailing)}`,
    newlyFlaky > 0 && `${formatNumber(newlyFlaky)} newly flaky`,
    stillFailing > 0 &&
      `${formatStillFailing(summary)}${formatCauseCount(stillFailing, causes.stillFailing)}`,
    improvements > 0 &&
      `${formatCount(improvements, 'improvement')}${formatCauseCount(improvements, causes.improvements)}`,
    head.status === 'running' && 'the head is still running',
    // A moved folder gives every test in it a new identity.
    isMissingMost && summary.newTests > newFailing && formatCount(summary.newTests, 'new test'),
  ];
  return {
    status: deriveStatus(summary, isPart),
    text: facts.filter((fact) => fact !== false).join(', '),
  };
}

function deriveStatus(
  { regressions, newFailing, otherErrors, brokenFiles, newlyFlaky }: Comparison['summary'],
  isPart: boolean,
): 'failed' | 'interrupted' | 'flaky' | 'passed' {
  if (regressions + newFailing + otherErrors + brokenFiles > 0) return 'failed';
  if (isPart) return 'interrupted';
  return newlyFlaky > 0 ? 'flaky' : 'passed';
}

/** `436 still failing, 136 of them with another error`: what the gate calls new is no old failure. */
export function formatStillFailing({
  stillFailing,
  otherErrors,
}: Pick<Comparison['summary'], 'stillFailing' | 'otherErrors'>): string {
  const others = otherErrors === stillFailing ? 'all' : `${formatNumber(otherErrors)} of them`;
  return `${formatNumber(stillFailing)} still failing${otherErrors === 0 ? '' : `, ${stillFailing === 1 ? '' : `${others} `}with another error`}`;
}

/** The number of tests of the base that the head lacks, without those that it lacks on purpose. */
function countMissingTests({ summary, head }: Judged): number {
  return summary.removedTests + (isNotRunOnPurpose(head) ? 0 : summary.notRun);
}

/** A filtered head lacks tests on purpose. One that stopped at a failure does not. */
export function isNotRunOnPurpose({ partial }: Pick<Comparison['head'], 'partial'>): boolean {
  return partial.length > 0 && !partial.includes('bail');
}

function formatMissingTests(missing: number, baseTests: number): string {
  if (missing < baseTests)
    return `${formatNumber(missing)} of the base's ${formatNumber(baseTests)} tests did not run`;
  return baseTests === 1
    ? "the base's only test did not run"
    : `none of the base's ${formatNumber(baseTests)} tests ran`;
}

/**
 * `head took 32.0 s longer (+19 %)`, or why the times are not compared; undefined for a difference below a second.
 */
export function describeDuration(comparison: Comparison): string | undefined {
  const { durationDeltaMs, durationDeltaRate } = comparison.summary;
  if (durationDeltaMs === null) return describeUncomparedTimes(comparison);
  if (Math.abs(durationDeltaMs) < 1000) return undefined;
  const word = durationDeltaMs > 0 ? 'longer' : 'less';
  const percent = durationDeltaRate === null ? '' : ` (${formatRateChange(durationDeltaRate)})`;
  return `head took ${formatDuration(Math.abs(durationDeltaMs))} ${word}${percent}`;
}

/**
 * `times not compared: the head carries 3 of 4 parts from an earlier attempt`, or `…: the base is from
 * @svc/vitest-reporter, the head from @svc/cli`; undefined when they are compared.
 */
export function describeUncomparedTimes({ base, head, summary }: Comparison): string | undefined {
  if (summary.durationDeltaMs !== null) return undefined;
  const sides = [
    { name: 'the base', ...base.shards },
    { name: 'the head', ...head.shards },
  ];
  const carrying = sides.filter(({ carried }) => carried > 0);
  const reasons = carrying.map(
    ({ name, carried, expected }) =>
      `${name} carries ${carried} of ${formatCount(expected, 'part')} from an earlier attempt`,
  );
  if (base.reporter.name !== head.reporter.name) {
    reasons.push(`the base is from ${base.reporter.name}, the head from ${head.reporter.name}`);
  }
  return `times not compared: ${reasons.join(', ')}`;
}

// Two runs on one machine differ by as much.
const USUAL_FACTORS = { from: 0.9, to: 1.1 };

/** `the head's machine was 1.3 times slower; …`; undefined within 10 %, and when the factor is unknown. */
export function describeMachine({ summary }: Comparison): string | undefined {
  const { machineFactor: factor, slower, faster } = summary;
  if (factor === null || (factor >= USUAL_FACTORS.from && factor <= USUAL_FACTORS.to))
    return undefined;
  const change =
    factor > 1 ? `${factor.toFixed(1)} times slower` : `${(1 / factor).toFixed(1)} times faster`;
  const tests =
    slower + faster === 0
      ? 'no test changed beyond it'
      : `shown are tests that ${formatChangedTests({ slower, faster })} beyond it`;
  return `the head's machine was ${change}; ${tests}`;
}

function formatChangedTests({ slower, faster }: { slower: number; faster: number }): string {
  if (slower > 0 && faster > 0) return 'changed';
  return slower > 0 ? 'are slower' : 'are faster';
}

/** `+142 %`. */
export function formatRateChange(rate: number): string {
  const percent = Math.round(rate * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

/** `14 not run: src/admin.test.ts failed to load`, one text for each cause. */
export function listNotRun({ notRun, summary }: Comparison): string[] {
  const counts = new Map<string, number>();
  const unnamed = summary.notRun - notRun.length;
  for (const { file, reason } of notRun) {
    const cause = reason === 'file' ? `${file} failed to load` : NOT_RUN[reason];
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [
    ...Array.from(counts, ([cause, count]) => `${formatNumber(count)} not run: ${cause}`),
    ...(unnamed > 0 ? [`${formatNumber(unnamed)} more not run`] : []),
  ];
}

const NOT_RUN: Record<Exclude<NotRunReason, 'file'>, string> = {
  partial: 'the head ran only a part of its tests',
  interrupted: 'the head was interrupted',
  shards: 'parts of the head are missing',
};
