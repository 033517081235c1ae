import { hash } from 'node:crypto';
import type { IngestBody } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import {
  buildNewExecution,
  buildExecutionUpdate,
  toLockedExecution,
  type LockedExecution,
  type UpdatedExecution,
  buildPartIdentity,
  derivePartTimes,
  deriveSameCode,
  uniteSpans,
} from '@svc/server/upload-rows';
import type { CopyBatch } from './copy-batch.ts';
import { addPart, type KnownRows } from './copy-part.ts';
import type { GeneratedExecution } from '../generate-history.ts';
import { createRandom, deriveKey, createUuidSequence } from '../random.ts';

/** Inputs for the rows of an execution, besides the execution. */
export interface CopyContext {
  organizationId: string;
  projectId: string;
  number: number;
  seed: number;
  known: KnownRows;
}

// Reporters upload after the end of the run.
const UPLOAD_MS = 2_000;

/** Adds the rows that ingest would store if the execution were uploaded at its end. */
export async function addExecution(
  { truth, bodies }: GeneratedExecution,
  { organizationId, projectId, number, seed, known }: CopyContext,
  batch: CopyBatch,
): Promise<void> {
  const [first] = bodies;
  if (first === undefined) return;
  const random = createRandom(deriveKey(seed, 'ids', truth.project, truth.key));
  const newId = createUuidSequence(Date.parse(first.execution.startedAt), random);
  const executionId = newId();
  const { week } = batch;
  const opening = buildNewExecution(first.execution, {
    id: executionId,
    projectId,
    week,
    ...derivePartTimes(first.execution, computeReceivedAt(first)),
  });
  const base = { organizationId, projectId, executionId, week };
  let before = toLockedExecution(opening);
  const errors: TestError[] = [];
  for (const [index, body] of bodies.entries()) {
    const part = buildPartIdentity(body, hashBody(body));
    const receivedAt = computeReceivedAt(body);
    const place = { ...base, uploadId: part.uploadId, receivedAt: receivedAt.toISOString() };
    const sameCode = deriveSameCode(body.execution, projectId);
    const hasFileErrors = (body.files ?? []).some(({ errors = [] }) => errors.length > 0);
    batch.add('executionUploads', [{ ...part, sameCode, passed: hasPassed(body) }], place);
    const counts = await addPart(body, { project: truth.project, place, newId, known, batch });
    const update = buildExecutionUpdate(before, {
      execution: body.execution,
      hasFileErrors,
      counts,
      review: {
        shards: { expected: part.total ?? 1, received: index + 1, carried: 0 },
        carriedCounts: { passed: 0, skipped: 0, flaky: 0 },
        // `linkAttempts` finds it when all executions are stored.
        previousAttemptId: null,
        carryAt: null,
      },
      mayRepeat: false,
      times: uniteSpans(before, derivePartTimes(body.execution, receivedAt)),
    });
    before = applyUpdate(before, update);
    errors.push(...update.newErrors);
    if (index < bodies.length - 1) continue;
    const row = {
      ...opening,
      ...update,
      errors: JSON.stringify(errors),
      number,
      updatedAt: receivedAt,
    };
    batch.add('executions', [row], place);
  }
}

/** The server hashes the received bytes. The hash identifies only bodies without a key. */
function hashBody(body: IngestBody): Buffer {
  return body.idempotencyKey === undefined
    ? hash('sha256', JSON.stringify(body), 'buffer')
    : Buffer.alloc(0);
}

function hasPassed({ execution, files = [], results }: IngestBody): boolean {
  return (
    execution.status === 'passed' &&
    (execution.errors ?? []).length === 0 &&
    files.every(({ errors = [] }) => errors.length === 0) &&
    results.every(({ status }) => status === 'passed' || status === 'skipped')
  );
}

function computeReceivedAt({ execution }: IngestBody): Date {
  return new Date(Date.parse(execution.startedAt) + execution.durationMs + UPLOAD_MS);
}

/** The execution as the next part finds it. */
function applyUpdate(
  before: LockedExecution,
  { newErrors, ...merged }: UpdatedExecution,
): LockedExecution {
  return {
    ...before,
    ...merged,
    errorCount: before.errorCount + newErrors.length,
    errorBytes: before.errorBytes + Buffer.byteLength(JSON.stringify(newErrors)),
  };
}
