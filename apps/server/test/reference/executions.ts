import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { type Execution, linkAttempts } from './attempts.ts';
import { partsOf } from './parts.ts';
import { isFailure, resultsOf } from './results.ts';

/** An upload as received, with the execution id from the service's answer. */
export interface Upload {
  executionId: string;
  body: IngestBody;
}

/**
 * The executions of these uploads, in the order of their creation. A repeated idempotency key adds nothing, nor does
 * a repeated part.
 */
export function executionsOf(uploads: readonly Upload[]): Execution[] {
  const groups = new Map<string, IngestBody[]>();
  const seenKeys = new Set<string>();
  for (const { executionId, body } of uploads) {
    if (body.idempotencyKey !== undefined && seenKeys.has(body.idempotencyKey)) continue;
    if (body.idempotencyKey !== undefined) seenKeys.add(body.idempotencyKey);
    groups.set(executionId, [...(groups.get(executionId) ?? []), body]);
  }
  return linkAttempts([...groups].map(([id, bodies], arrival) => executionOf(id, bodies, arrival)));
}

function executionOf(id: string, bodies: IngestBody[], arrival: number): Execution {
  const told = bodies.map((body) => body.execution);
  const firstToldFirst = told.toReversed();
  const git = Object.assign({}, ...firstToldFirst.map((one) => one.git)) as NonNullable<
    IngestExecution['git']
  >;
  const environment = Object.assign({}, ...firstToldFirst.map((one) => one.environment)) as Record<
    string,
    string
  >;
  const ci = Object.assign({}, ...firstToldFirst.map((one) => one.ci)) as NonNullable<
    IngestExecution['ci']
  >;
  const project = told[0]?.project ?? 'default';
  const results = resultsOf(bodies, project);
  const brokenFiles = bodies
    .flatMap((body) => body.files ?? [])
    .filter((file) => (file.errors ?? []).length > 0)
    .map(({ file, variant }) => ({ file, variant: variant ?? null }));
  const hasFailure =
    results.some(isFailure) ||
    brokenFiles.length > 0 ||
    told.some((one) => (one.errors ?? []).length > 0 || one.status === 'failed');
  const wasCutOff = told.some((one) => one.status === 'interrupted');
  return {
    id,
    arrival,
    project,
    framework: told[0]?.framework ?? '',
    suite: JSON.stringify([told[0]?.framework, told[0]?.name ?? [ci.workflow]]),
    reporter: told[0]?.reporter.name ?? '',
    status: hasFailure ? 'failed' : wasCutOff ? 'interrupted' : 'passed',
    startedAt: Math.min(...told.map((one) => Date.parse(one.startedAt))),
    endedAt: Math.max(...told.map((one) => Date.parse(one.startedAt) + one.durationMs)),
    branch: git.branch ?? null,
    commit: git.commit ?? null,
    baseBranch: git.baseBranch ?? null,
    environment,
    isFromCi: ci.provider !== undefined || ci.runId !== undefined,
    isDirty: git.dirty === true,
    isPartial: told.some((one) => (one.partial ?? []).length > 0),
    wasCutOff,
    lacksShards: false,
    ciRun:
      ci.provider && ci.runId
        ? JSON.stringify([project, ci.provider, ci.runId, told[0]?.framework])
        : null,
    attempt: ci.runAttempt ?? 1,
    isMerged: told.some((one) => one.merged === true),
    parts: partsOf(bodies, results),
    carried: [],
    brokenFiles,
    results,
  };
}

/**
 * Whether an execution counts for its branch: finished, not partial, of a clean tree, and from CI; or local, if none
 * of `executions` (those of the window) is from CI in its project.
 */
export function countsForBranch(execution: Execution, executions: readonly Execution[]): boolean {
  const { project, status, isPartial, isDirty, isFromCi } = execution;
  if (status === 'running' || isPartial || isDirty) return false;
  return isFromCi || !executions.some((one) => one.project === project && one.isFromCi);
}
