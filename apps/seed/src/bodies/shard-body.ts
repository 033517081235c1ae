import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { CAUSE_KINDS } from './cause-kinds.ts';
import { computeDurationMs } from './duration.ts';
import { buildCause, buildError } from './failure-causes.ts';
import type { HistoryShape } from '../history-shape.ts';
import { isPresentAt, findFailure, isSkippedAt, type Circumstances } from './outcome.ts';
import type { ProjectPlan } from '../plan/project-plan.ts';
import { createRandom, deriveKey } from '../random.ts';
import {
  buildFailedResult,
  buildInterruptedResult,
  buildPassedResult,
  buildSkippedResult,
  type ResultScene,
} from './result-body.ts';
import type { SeededTest } from '../plan/test-plan.ts';
import type { TestedFile } from '../plan/tested-files.ts';
import type { FailureTruth } from '../truth.ts';

/** The tests of a shard and its start. */
export interface ShardPlan {
  project: ProjectPlan;
  shape: HistoryShape;
  circumstances: Circumstances;
  root: string;
  startedAtMs: number;
  files: readonly TestedFile[];
  /** The file that fails to load. */
  brokenFile: TestedFile | null;
  /** The file in which the run is interrupted. `files` does not include the files after it. */
  cutOffIn: TestedFile | null;
}

export interface ShardOutcome extends Required<Pick<IngestBody, 'files' | 'results'>> {
  failures: FailureTruth[];
  durationMs: number;
}

const IMPORT_MS = 180;

/** The results of a shard, file by file. */
export function runShard(plan: ShardPlan): ShardOutcome {
  const outcome: ShardOutcome = { files: [], results: [], failures: [], durationMs: 900 };
  const { workers } = plan.project;
  const freeAtMs = Array.from({ length: workers }, () => plan.startedAtMs + 400);
  plan.files.forEach((file, index) => {
    const worker = index % workers;
    const startedAtMs = freeAtMs[worker] ?? plan.startedAtMs;
    const row = runFile(file, startedAtMs, { plan, outcome });
    if (row === null) return;
    outcome.files.push(row);
    freeAtMs[worker] = startedAtMs + row.durationMs;
  });
  outcome.durationMs = Math.max(...freeAtMs) - plan.startedAtMs + 500;
  return outcome;
}

/**
 * The uploaded entry of a file. Adds the file's results to the outcome. Null if the file has no test at this commit.
 */
function runFile(
  file: TestedFile,
  startedAtMs: number,
  { plan, outcome }: { plan: ShardPlan; outcome: ShardOutcome },
): IngestFile | null {
  const tests = file.tests.filter((test) => isPresentAt(test, plan.circumstances.stateMs));
  if (tests.length === 0) return null;
  if (file === plan.brokenFile) return buildBrokenFileRow(file, plan, outcome.failures);
  const started = file === plan.cutOffIn ? tests.slice(0, Math.ceil(tests.length / 2)) : tests;
  let atMs = startedAtMs + IMPORT_MS;
  started.forEach((test, index) => {
    const isCutOff = file === plan.cutOffIn && index === started.length - 1;
    const result = runTest(test, atMs, { plan, outcome, isCutOff });
    outcome.results.push(result);
    atMs += result.durationMs;
  });
  return { file: file.path, durationMs: atMs - startedAtMs };
}

function runTest(
  test: SeededTest,
  startedAtMs: number,
  { plan, outcome, isCutOff }: { plan: ShardPlan; outcome: ShardOutcome; isCutOff: boolean },
): IngestResult {
  const { circumstances, project, shape, root } = plan;
  const { executionKey } = circumstances;
  if (isSkippedAt(test, circumstances.stateMs)) return buildSkippedResult(test);
  const draw = { key: test.key, executionKey, atMs: startedAtMs, shape };
  const durationMs = computeDurationMs(test.truth, draw);
  const scene: ResultScene = {
    startedAtMs,
    durationMs,
    executionKey,
    framework: project.framework,
    root,
  };
  if (isCutOff) return buildInterruptedResult(test, scene);
  const failure = findFailure(test, circumstances, outcome.results.length);
  if (failure === null) return buildPassedResult(test, scene);
  const result = buildFailedResult(test, failure, scene);
  result.attempts.forEach(({ status }, index) => {
    if (status === 'passed') return;
    const { cause, why } = failure;
    const { file } = test.truth;
    outcome.failures.push({ test: test.truth, file, attempt: index + 1, why, cause: cause.id });
  });
  return result;
}

function buildBrokenFileRow(
  file: TestedFile,
  { circumstances, root, project: { framework } }: ShardPlan,
  failures: FailureTruth[],
): IngestFile {
  const random = createRandom(deriveKey(file.key, circumstances.executionKey));
  const cause = buildCause({
    kind: 'missingModule',
    message:
      file.titles === null ? undefined : `Cannot find module './fixtures' from '${file.path}'`,
    subject: file.thing,
    file: file.path,
    functionName: null,
    line: 1,
  });
  failures.push({ test: null, file: file.path, attempt: 1, why: 'brokenFile', cause: cause.id });
  return {
    file: file.path,
    durationMs: CAUSE_KINDS.missingModule.durationMs ?? 20,
    errors: [buildError(cause, { random, root, testFile: file.path, testLine: 1, framework })],
  };
}
