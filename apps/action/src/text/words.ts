import { formatCauseCount } from '@svc/analysis/causes/cause-words';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { shortenLine, toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import {
  sumChanges,
  countFailedTests,
  isComparedWhole,
  pickWorstStatus,
  sumTotals,
  type Report,
  type ReportedTest,
} from '../report/report.ts';

/** `cart › total › rounds a discount [chromium]`, on one line. */
export function formatTestTitle({
  titlePath,
  variant,
}: Pick<ReportedTest, 'titlePath' | 'variant'>): string {
  const title = shortenLine(titlePath.map(toTerminalLine).join(' › '));
  return variant ? `${title} [${shortenLine(variant)}]` : title;
}

/** `src/cart.test.ts:17`. */
export function formatTestPlace({ file, line }: Pick<ReportedTest, 'file' | 'line'>): string {
  return line === null ? shortenLine(file) : `${shortenLine(file)}:${line}`;
}

/** `❌ 1 regression, 3 of 1,204 tests failed, 1 flaky`: the run in one line, the worst first. */
export function formatHeadline(report: Report): string {
  const status = pickWorstStatus(report);
  const isEmpty = status === 'passed' && sumTotals(report).tests === 0;
  return `${SIGNS[isEmpty ? 'interrupted' : status]} ${formatFacts(report).join(', ')}`;
}

const SIGNS = { passed: '✅', failed: '❌', interrupted: '⚠️', running: '⏳' } as const;

function formatFacts(report: Report): string[] {
  const totals = sumTotals(report);
  const failed = countFailedTests(report);
  const status = pickWorstStatus(report);
  const { expected, received, carried } = sumShards(report);
  const missing = expected - received - carried;
  const flaky = totals.flaky > 0 ? [`${formatNumber(totals.flaky)} flaky`] : [];
  const outside =
    report.outside.length > 0
      ? [formatCount(report.outside.length, 'error') + ' outside of tests']
      : [];
  const excused =
    report.gate !== null && report.gate.excused > 0
      ? [`${formatNumber(report.gate.excused)} excused`]
      : [];
  const waiting = missing > 0 ? [`${formatCount(missing, 'shard')} missing`] : [];
  if (totals.tests === 0) return [...waiting, ...outside, 'no test ran'];
  if (failed > 0) {
    return [...formatFailedFacts(report, failed), ...excused, ...outside, ...flaky, ...waiting];
  }
  const passed = `${formatCount(totals.passed, 'test')} passed`;
  const skipped = totals.skipped > 0 ? [`${formatNumber(totals.skipped)} skipped`] : [];
  const cut = status === 'interrupted' ? ['the run was cut off'] : [];
  // Such as a coverage threshold.
  const unexplained = status === 'failed' && outside.length === 0 ? ['the run failed'] : [];
  return [...cut, ...unexplained, ...outside, passed, ...flaky, ...skipped, ...waiting];
}

/** Says first what is new, because the author of a change caused it. */
function formatFailedFacts(report: Report, failed: number): string[] {
  const { tests } = sumTotals(report);
  const all = `${formatNumber(failed)} of ${formatCount(tests, 'test')} failed`;
  const changes = sumChanges(report);
  if (changes === null) return [all];
  const { regressions, newFailing } = changes;
  if (regressions + newFailing === 0) {
    return isComparedWhole(report) ? [all, 'none of them new'] : [all];
  }
  const news = [
    ...(regressions > 0 ? [formatCount(regressions, 'regression')] : []),
    ...(newFailing > 0 ? [formatCount(newFailing, 'new test fails', 'new tests fail')] : []),
  ];
  return [news.join(', ') + formatCauseCount(regressions + newFailing, report.causes.new), all];
}

/** Sums over all executions. */
export function sumShards({ executions }: Pick<Report, 'executions'>) {
  const sum = { expected: 0, received: 0, carried: 0 };
  for (const { shards } of executions) {
    sum.expected += shards.expected;
    sum.received += shards.received;
    sum.carried += shards.carried;
  }
  return sum;
}
