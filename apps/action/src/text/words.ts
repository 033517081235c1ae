import { ofCauses } from '@svc/analysis/causes/cause-words';
import { counted, grouped } from '@svc/analysis/text/numbers';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import {
  changesOf,
  failedTests,
  isComparedWhole,
  statusOf,
  totalsOf,
  type Report,
  type ReportedTest,
} from '../report/report.ts';

// A title of a generated test may be a whole document.
const MOST_TITLE = 300;

/** A text on one line, for people, cut at a whole character. */
export function shortLine(text: string, most = MOST_TITLE): string {
  const line = terminalLine(text);
  return line.length <= most
    ? line
    : `${line
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

/** `cart › total › rounds a discount [chromium]`, on one line. */
export function testTitle({
  titlePath,
  variant,
}: Pick<ReportedTest, 'titlePath' | 'variant'>): string {
  const title = shortLine(titlePath.map(terminalLine).join(' › '));
  return variant ? `${title} [${shortLine(variant)}]` : title;
}

/** `src/cart.test.ts:17`. */
export function testPlace({ file, line }: Pick<ReportedTest, 'file' | 'line'>): string {
  return line === null ? shortLine(file) : `${shortLine(file)}:${line}`;
}

/** `❌ 1 regression, 3 of 1204 tests failed, 1 flaky`: the run in one line, the worst first. */
export function headline(report: Report): string {
  const status = statusOf(report);
  const isEmpty = status === 'passed' && totalsOf(report).tests === 0;
  return `${SIGNS[isEmpty ? 'interrupted' : status]} ${facts(report).join(', ')}`;
}

const SIGNS = { passed: '✅', failed: '❌', interrupted: '⚠️', running: '⏳' } as const;

function facts(report: Report): string[] {
  const totals = totalsOf(report);
  const failed = failedTests(report);
  const status = statusOf(report);
  const { expected, received, carried } = shardsOf(report);
  const missing = expected - received - carried;
  const flaky = totals.flaky > 0 ? [`${grouped(totals.flaky)} flaky`] : [];
  const outside =
    report.outside.length > 0
      ? [counted(report.outside.length, 'error') + ' outside of tests']
      : [];
  const excused =
    report.gate !== null && report.gate.excused > 0
      ? [`${grouped(report.gate.excused)} excused`]
      : [];
  const waiting = missing > 0 ? [`${counted(missing, 'shard')} missing`] : [];
  if (totals.tests === 0) return [...waiting, ...outside, 'no test ran'];
  if (failed > 0) {
    return [...failedFacts(report, failed), ...excused, ...outside, ...flaky, ...waiting];
  }
  const passed = `${counted(totals.passed, 'test')} passed`;
  const skipped = totals.skipped > 0 ? [`${grouped(totals.skipped)} skipped`] : [];
  const cut = status === 'interrupted' ? ['the run was cut off'] : [];
  // Such as a coverage threshold.
  const unexplained = status === 'failed' && outside.length === 0 ? ['the run failed'] : [];
  return [...cut, ...unexplained, ...outside, passed, ...flaky, ...skipped, ...waiting];
}

/** Says first what is new, because the author of a change caused it. */
function failedFacts(report: Report, failed: number): string[] {
  const { tests } = totalsOf(report);
  const all = `${grouped(failed)} of ${counted(tests, 'test')} failed`;
  const changes = changesOf(report);
  if (changes === null) return [all];
  const { regressions, newFailing } = changes;
  if (regressions + newFailing === 0) {
    return isComparedWhole(report) ? [all, 'none of them new'] : [all];
  }
  const news = [
    ...(regressions > 0 ? [counted(regressions, 'regression')] : []),
    ...(newFailing > 0 ? [counted(newFailing, 'new test fails', 'new tests fail')] : []),
  ];
  return [news.join(', ') + ofCauses(regressions + newFailing, report.causes.new), all];
}

/** Sums over all executions. */
export function shardsOf({ executions }: Pick<Report, 'executions'>) {
  const sum = { expected: 0, received: 0, carried: 0 };
  for (const { shards } of executions) {
    sum.expected += shards.expected;
    sum.received += shards.received;
    sum.carried += shards.carried;
  }
  return sum;
}
