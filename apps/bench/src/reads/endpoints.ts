import type { ListedExecution } from './catalogue.ts';
import type { Draw } from './draw.ts';
import { questions, type Question } from './questions.ts';

export interface Endpoint {
  name: string;
  /** The target of its p95 at ten million results. */
  p95AtMostMs?: number;
  /** A factor for the number of requests: below 1 for answers of megabytes, above 1 for answers of a millisecond. */
  share?: number;
  draw(draw: Draw): Question;
}

/** A primary-key SELECT through the same server. All other times are divided by its time. */
export const BASELINE: Endpoint = {
  name: 'whoami',
  p95AtMostMs: 15,
  share: 10,
  draw: () => questions.whoami(),
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Every GET endpoint below /api. Windows have 30 days, the default of the server, unless the name says otherwise. Each
 * request's window ends at another moment.
 */
export const ENDPOINTS: Endpoint[] = [
  BASELINE,
  {
    name: 'executions',
    p95AtMostMs: 100,
    draw: (draw) => questions.executions({ to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'executions, by branch',
    p95AtMostMs: 100,
    draw: (draw) => questions.executions(pickBranchAndWindow(draw)),
  },
  {
    name: 'executions, with search',
    p95AtMostMs: 100,
    draw: (draw) => {
      const execution = draw.pickExecution();
      return questions.executions({
        search: draw.pickWord(execution.message),
        to: toIso(draw.pickWindowEndAround(execution)),
      });
    },
  },
  {
    name: 'executions/{id}, all its results',
    share: 0.25,
    draw: (draw) => questions.execution({ id: draw.pickWholeExecution().id }),
  },
  {
    name: 'executions/{id}/gate',
    p95AtMostMs: 100,
    draw: (draw) => questions.gate({ id: draw.pickWholeExecution().id }),
  },
  {
    name: 'pull-requests/{number}',
    p95AtMostMs: 100,
    draw: (draw) => questions.pullRequest(draw.pickPullRequest()),
  },
  {
    name: 'metrics',
    p95AtMostMs: 100,
    draw: (draw) => questions.metrics({ to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'trends, daily',
    p95AtMostMs: 100,
    draw: (draw) => questions.trends({ to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'trends, hourly, 7 days',
    p95AtMostMs: 100,
    draw: (draw) =>
      questions.trends({
        granularity: 'hourly',
        ...buildWindow(draw.pickWindowEnd(60), { days: 7 }),
      }),
  },
  {
    name: 'trends, weekly, Europe/Berlin, 90 days',
    p95AtMostMs: 100,
    draw: (draw) =>
      questions.trends({
        granularity: 'weekly',
        timezone: 'Europe/Berlin',
        ...buildWindow(draw.pickWindowEnd(7), { days: 90 }),
      }),
  },
  {
    name: 'flaky-tests',
    p95AtMostMs: 150,
    draw: (draw) => questions.flakyTests({ to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'flaky-tests, sort=impact',
    p95AtMostMs: 150,
    draw: (draw) => questions.flakyTests({ sort: 'impact', to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'flaky-tests, by project',
    p95AtMostMs: 150,
    draw: (draw) =>
      questions.flakyTests({ project: draw.project(), to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'flaky-tests, by branch',
    p95AtMostMs: 150,
    draw: (draw) => questions.flakyTests(pickBranchAndWindow(draw)),
  },
  { name: 'tests', draw: (draw) => questions.tests({ to: toIso(draw.pickWindowEnd()) }) },
  { name: 'tests, by branch', draw: (draw) => questions.tests(pickBranchAndWindow(draw)) },
  {
    name: 'tests, with search',
    draw: (draw) =>
      questions.tests({
        search: draw.pickWord(draw.pickTest().title),
        to: toIso(draw.pickWindowEnd()),
      }),
  },
  {
    name: 'tests, 100 ids',
    draw: (draw) =>
      questions.tests({ testId: pickTestIds(draw), limit: 100, to: toIso(draw.pickWindowEnd()) }),
  },
  {
    name: 'tests/{testId}',
    p95AtMostMs: 100,
    draw: (draw) =>
      questions.test({ testId: draw.pickTest().testId, to: toIso(draw.pickWindowEnd()) }),
  },
  { name: 'failures', draw: (draw) => questions.failures({ to: toIso(draw.pickWindowEnd()) }) },
  { name: 'failures, by branch', draw: (draw) => questions.failures(pickBranchAndWindow(draw)) },
  {
    name: 'attention',
    draw: (draw) => questions.attention({ project: draw.pickProjectOrAll() }),
  },
  {
    name: 'ci/analyses',
    p95AtMostMs: 100,
    draw: (draw) => questions.analyses({ project: draw.pickProjectOrAll() }),
  },
  {
    name: 'compare, two ids',
    p95AtMostMs: 100,
    draw: (draw) => {
      const { base, head } = draw.pickWholePair();
      return questions.compare({ base: base.id, head: head.id });
    },
  },
  {
    name: 'compare, branch:main and latest',
    p95AtMostMs: 100,
    draw: (draw) => {
      const project = draw.project();
      const branch = pickBranchBesideLatest(draw.catalogue.executions, project);
      return questions.compare({ base: `branch:${branch}`, head: 'latest', project });
    },
  },
];

function pickBranchAndWindow(draw: Draw): { branch: string; to: string } {
  const execution = draw.pickExecution();
  return { branch: execution.branch, to: toIso(draw.pickWindowEndAround(execution)) };
}

function buildWindow(end: Date, { days }: { days: number }): { from: string; to: string } {
  return { from: toIso(new Date(end.getTime() - days * DAY_MS)), to: toIso(end) };
}

/** Tests of one project, as a page requests them that draws their recent runs. */
function pickTestIds(draw: Draw): string[] {
  const project = draw.project();
  const known = draw.catalogue.tests.filter((test) => test.project === project);
  return [...new Set(Array.from({ length: 100 }, () => draw.pick(known).testId))];
}

/** `main`; another branch if the latest execution is of main, because no execution is compared with itself. */
function pickBranchBesideLatest(executions: readonly ListedExecution[], project: string): string {
  const finished = executions.filter((one) => one.project === project && one.isFinished);
  if (finished[0]?.branch !== 'main') return 'main';
  return (
    finished.find(({ branch, countsForBranch }) => countsForBranch && branch !== 'main')?.branch ??
    'main'
  );
}

function toIso(date: Date): string {
  return date.toISOString();
}
