import type { Artifact, Attempt, ExecutionFile, Result } from '@svc/contract/executions/executions';
import type { Step, TestError } from '@svc/contract/executions/test-errors';
import { NO_LABEL } from '../analyses/index.ts';
import type { StoredArtifact } from './artifacts.queries.ts';
import type { StoredAttempt } from './result-attempts.queries.ts';
import type { StoredFile } from './files.queries.ts';
import type { ResultChunk } from './read-results.ts';
import type { StoredResult } from './results.queries.ts';

/** A result in the contract's shape, without its attempts. */
export function toResultHead(
  row: StoredResult,
  {
    artifactIds,
    fingerprints,
    verdicts,
    parts,
  }: Pick<ResultChunk, 'artifactIds' | 'fingerprints' | 'verdicts' | 'parts'>,
): Omit<Result, 'attempts'> {
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
    startedAt: row.startedAt?.toISOString() ?? null,
    tags: row.tags ?? [],
    annotations: row.annotations ?? [],
    owner: row.owner,
    fingerprint: null,
    ...fingerprints.get(row.id),
    ...(verdicts.get(row.id)?.label ?? NO_LABEL),
    confidence: verdicts.get(row.id)?.confidence ?? null,
    artifactIds: artifactIds.get(row.id) ?? [],
    part: parts.get(row.uploadId) ?? null,
  };
}

export function toAttempt({ errors, steps, ...row }: StoredAttempt): Attempt {
  return {
    ...toAttemptHead(row),
    errors: parseErrors(errors),
    steps: parseSteps(steps),
    ...pickOutput(row),
  };
}

/** An attempt as JSON. Errors and steps are stored in the shape of the answer, so they are not parsed. */
export function serializeAttempt({ errors, steps, ...row }: StoredAttempt): string {
  const head = JSON.stringify(toAttemptHead(row)).slice(0, -1);
  const output = JSON.stringify(pickOutput(row)).slice(1);
  return `${head},"errors":${errors ?? '[]'},"steps":${steps ?? '[]'},${output}`;
}

/** The only attempt of a result without attempt rows, equal to the result. */
export function toOnlyAttempt({ status, durationMs, startedAt }: StoredResult): Attempt {
  return {
    ...toAttemptHead({ index: 1, status, durationMs, startedAt }),
    errors: [],
    steps: [],
    stdout: null,
    stderr: null,
  };
}

export function toExecutionFile({
  file,
  variant,
  durationMs,
  errors,
  ...row
}: StoredFile): ExecutionFile {
  return { file, variant, durationMs, errors: parseErrors(errors), ...pickOutput(row) };
}

/** A test file as JSON. */
export function serializeFile({ file, variant, durationMs, errors, ...row }: StoredFile): string {
  const head = JSON.stringify({ file, variant, durationMs }).slice(0, -1);
  return `${head},"errors":${errors ?? '[]'},${JSON.stringify(pickOutput(row)).slice(1)}`;
}

/** `url` is a temporary address for reading it, used if it is stored. */
export function toArtifact(row: StoredArtifact, url: string): Artifact {
  return {
    id: row.id,
    resultId: row.resultId,
    attempt: row.attempt,
    name: row.name,
    kind: row.kind as Artifact['kind'],
    contentType: row.contentType,
    sizeBytes: Number(row.sizeBytes),
    sha256: row.sha256,
    url: row.state === 'stored' ? url : null,
    state: row.state as Artifact['state'],
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

function toAttemptHead({
  index,
  status,
  durationMs,
  startedAt,
}: Pick<StoredAttempt, 'index' | 'status' | 'durationMs' | 'startedAt'>) {
  return { index, status, durationMs, startedAt: startedAt?.toISOString() ?? null };
}

function pickOutput({ stdout, stderr }: Pick<StoredAttempt, 'stdout' | 'stderr'>) {
  return { stdout, stderr };
}

function parseErrors(json: string | null): TestError[] {
  return json === null ? [] : (JSON.parse(json) as TestError[]);
}

function parseSteps(json: string | null): Step[] {
  return json === null ? [] : (JSON.parse(json) as Step[]);
}
