import type { IngestBody, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import { testId } from '@svc/contract/zod-free/test-identity';
import type { GeneratedExecution, History } from '@svc/seed/generate-history';
import type { ExecutionTruth, FailureTruth, TestTruth } from '@svc/seed/truth';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/** One test in one execution: what was uploaded of it, and why it failed in truth. */
export interface ReportedRun {
  testId: string;
  test: TestTruth;
  status: ResultStatus;
  /** It passed after a failed attempt. */
  isFlaky: boolean;
  /** Of the last attempt. */
  durationMs: number;
  /** Of its last failed attempt. */
  failure: FailureTruth | null;
}

/** One execution as its uploads tell it. */
export interface ReportedExecution {
  truth: ExecutionTruth;
  bodies: IngestBody[];
  status: 'passed' | 'failed' | 'interrupted';
  /** From the first shard's start to the last shard's end. */
  wallTimeMs: number;
  brokenFiles: ReadonlySet<string>;
  /** By test id; a generated execution runs no test twice. */
  runs: Map<string, ReportedRun>;
}

/** Every execution with its runs, in the order of time. */
export function reportHistory({ truth, executions }: History): ReportedExecution[] {
  const tests = new Map(truth.tests.map((test) => [testId(test), test]));
  return [...executions].map((execution) => reportExecution(execution, tests));
}

function reportExecution(
  { truth, bodies, failures }: GeneratedExecution,
  tests: ReadonlyMap<string, TestTruth>,
): ReportedExecution {
  const failureOf = new Map(failures.flatMap((one) => (one.test ? [[one.test, one]] : [])));
  const results = bodies.flatMap((body) => body.results);
  const runs = results.map((result): ReportedRun => {
    const id = testId({ project: truth.project, ...result });
    const test = tests.get(id);
    if (test === undefined) throw new Error('a result of a test that the truth does not know');
    const last = result.attempts?.at(-1) ?? result;
    return {
      testId: id,
      test,
      status: result.status,
      isFlaky: result.status === 'passed' && result.attempts !== undefined,
      durationMs: last.durationMs,
      failure: failureOf.get(test) ?? null,
    };
  });
  const brokenFiles = bodies
    .flatMap(({ files = [] }) => files)
    .filter(({ errors = [] }) => errors.length > 0)
    .map(({ file }) => file);
  const hasFailed = results.some(({ status }) => isFailure(status)) || brokenFiles.length > 0;
  return {
    truth,
    bodies,
    status: hasFailed ? 'failed' : truth.kind === 'cutOff' ? 'interrupted' : 'passed',
    wallTimeMs: Math.max(...bodies.map(endOf)) - truth.startedAt.getTime(),
    brokenFiles: new Set(brokenFiles),
    runs: new Map(runs.map((run) => [run.testId, run])),
  };
}

function endOf({ execution: { startedAt, durationMs } }: IngestBody): number {
  return Date.parse(startedAt) + durationMs;
}

/** Failed or timed out, as definitions have it. */

/** Passed or ended in failure. */
export function isCounted(run: Pick<IngestResult, 'status'>): boolean {
  return run.status === 'passed' || isFailure(run.status);
}

/** Executions that began in the window, of the project, branch and environment that are named. */
export function executionsIn(
  executions: readonly ReportedExecution[],
  { from, to }: { from: Date; to: Date },
  filters: { project?: string; branch?: string; environment?: string } = {},
): ReportedExecution[] {
  const { project, branch, environment } = filters;
  return executions.filter(
    ({ truth }) =>
      truth.startedAt >= from &&
      truth.startedAt < to &&
      (project === undefined || truth.project === project) &&
      (branch === undefined || truth.branch === branch) &&
      (environment === undefined || truth.environment === environment),
  );
}

/**
 * How probable a flaky run of the test was on average over the executions that ran it: a test that
 * became flaky, or was fixed, has its rate in a part of them and none in the rest.
 */
export function trueRateIn(
  executions: readonly ReportedExecution[],
  { testId, test }: { testId: string; test: TestTruth },
): number {
  const { trueFlakyRate, flakyFrom, flakyUntil } = test;
  const states = executions.flatMap(({ truth, runs }) => (runs.has(testId) ? [truth.stateAt] : []));
  const flakyIn = states.filter(
    (at) => (flakyFrom === null || at >= flakyFrom) && (flakyUntil === null || at < flakyUntil),
  );
  return ((trueFlakyRate ?? 0) * flakyIn.length) / states.length;
}
