import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import type { History } from '../generate-history.ts';
import type { TestTruth } from '../truth.ts';

/** Lines for the terminal: what was stored, the truth about it, and what to run next. */
export function formatSummary(
  { truth, shape }: History,
  made: { results: number; duplicates: number; seconds: number; demoKey?: string },
): string[] {
  const { tests, executions, regressions } = truth;
  const flaky = tests
    .filter(({ trueFlakyRate }) => trueFlakyRate !== null)
    .toSorted((a, b) => (b.trueFlakyRate ?? 0) - (a.trueFlakyRate ?? 0));
  const project = executions.at(-1)?.project ?? '';
  const outages = executions.filter(({ kind }) => kind === 'outage').length;
  const again = executions.filter(({ runAttempt }) => runAttempt > 1).length;
  const rate = made.results / Math.max(made.seconds, 0.001);
  return [
    `${formatCount(made.results, 'result')} of ${formatCount(executions.length, 'execution')} in ${formatCount(shape.projects, 'project')}, ` +
      `${formatDay(shape.start)} to ${formatDay(shape.end)}, in ${made.seconds.toFixed(1)} s (${formatNumber(Math.round(rate))} results/s).`,
    ...(made.duplicates > 0
      ? [
          `${formatNumber(made.duplicates)} were already stored by an earlier run with the same options.`,
        ]
      : []),
    `Truth: ${formatCount(tests.length, 'test')}, ${formatNumber(flaky.length)} of them flaky; ${formatCount(regressions.length, 'regression')}; ` +
      `${formatCount(again, 'commit')} run twice; ${formatCount(outages, 'outage')}.`,
    '',
    ...(flaky.length > 0
      ? ['Flakiest tests, with their true rates:', ...flaky.slice(0, 5).map(formatFlakyTest), '']
      : []),
    ...(made.demoKey === undefined
      ? ['Look at it:']
      : ['Look at it, in the organization Demo:', `  export SVC_API_KEY=${made.demoKey}`]),
    `  svc executions --project ${project}`,
    `  svc flaky --project ${project} --from ${shape.days}d`,
    `  svc trends --project ${project} --from ${shape.days}d`,
    `  svc attention --all-projects`,
    ...(made.demoKey === undefined
      ? []
      : ['', 'Delete it: pnpm svc-admin organizations delete Demo --yes']),
  ];
}

function formatFlakyTest({ trueFlakyRate, project, titlePath, retries }: TestTruth): string {
  const rate = `${(100 * (trueFlakyRate ?? 0)).toFixed(1)} %`.padStart(8);
  const evidence = retries > 0 ? '' : '  (no retries: detected only if a commit ran twice)';
  return `${rate}  ${project}  ${titlePath.join(' › ')}${evidence}`;
}

function formatDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
