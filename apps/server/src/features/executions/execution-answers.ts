import type { Artifact, Attempt, ExecutionFile, Result } from '@svc/contract/executions';
import type { Step, TestError } from '@svc/contract/test-errors';
import type { StoredArtifact, StoredAttempt, StoredFile, StoredResult } from './results.queries.ts';

/** Rows as the contract answers them. */
export function resultOf(
  row: StoredResult,
  {
    attempts,
    artifactIds,
    fingerprint,
  }: { attempts: StoredAttempt[]; artifactIds: string[]; fingerprint: string | null },
): Result {
  const startedAt = row.startedAt?.toISOString() ?? null;
  return {
    id: row.id,
    testId: row.testId,
    title: row.titlePath.at(-1) ?? '',
    titlePath: row.titlePath,
    suite: row.titlePath.length > 1 ? row.titlePath.slice(0, -1).join(' › ') : null,
    file: row.file,
    line: row.line,
    column: row.column,
    variant: row.variant,
    status: row.status,
    flaky: row.flaky,
    expectedFailure: row.expectedFailure,
    retries: row.retries,
    durationMs: row.durationMs,
    startedAt,
    attempts: attempts.length > 0 ? attempts.map(attemptOf) : [onlyAttempt(row, startedAt)],
    tags: row.tags ?? [],
    annotations: row.annotations ?? [],
    owner: row.owner,
    fingerprint,
    artifactIds,
  };
}

export function fileOf(row: StoredFile): ExecutionFile {
  return { ...row, errors: errorsOf(row.errors) };
}

/** `url` is where it can be read for a while, if it is stored. */
export function artifactOf(row: StoredArtifact, url: string): Artifact {
  return {
    ...row,
    kind: row.kind as Artifact['kind'],
    state: row.state as Artifact['state'],
    sizeBytes: Number(row.sizeBytes),
    url: row.state === 'stored' ? url : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

function attemptOf(row: StoredAttempt): Attempt {
  return {
    index: row.index,
    status: row.status,
    durationMs: row.durationMs,
    startedAt: row.startedAt?.toISOString() ?? null,
    errors: errorsOf(row.errors),
    steps: row.steps === null ? [] : (JSON.parse(row.steps) as Step[]),
    stdout: row.stdout,
    stderr: row.stderr,
  };
}

/** What a result without attempt rows had: one attempt, equal to itself. */
function onlyAttempt(row: StoredResult, startedAt: string | null): Attempt {
  return {
    index: 1,
    status: row.status,
    durationMs: row.durationMs,
    startedAt,
    errors: [],
    steps: [],
    stdout: null,
    stderr: null,
  };
}

function errorsOf(json: string | null): TestError[] {
  return json === null ? [] : (JSON.parse(json) as TestError[]);
}
