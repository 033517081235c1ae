import type { IngestAnswer, IngestExecution } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import {
  NO_COUNTS,
  reviewLaterAttempts,
  reviewParts,
  type PartsReview,
  computeSettleAt,
} from '../../executions/index.ts';
import { markChanged } from '../../rollups/index.ts';
import type { KeptAnswer } from '../turn/idempotency.queries.ts';
import type { Upload } from '../body/ingest-body.ts';
import { storeMayNotClaimDefaultBranch } from '../bounds/upload-bounds.queries.ts';
import { buildExecutionUpdate } from '../execution/execution-merge.ts';
import {
  toLockedExecution,
  lockExecution,
  updateExecution,
  type LockedExecution,
  type UpdatedExecution,
} from '../execution/execution-rows.queries.ts';
import { takeExecutionNumber } from '../execution/projects.queries.ts';
import { hasFileErrors, type OpenedPart } from './open-part.ts';
import { derivePartStart, type UnitedTimes } from './part-times.ts';
import { correctFirstSeen, readUnitedTimes } from './part-times.queries.ts';
import { buildClockWarnings, listLookAlikeWarnings, buildTriesWarnings } from './part-warnings.ts';
import { joinSecondTry } from './second-tries.ts';
import { countAsDuplicates, type WrittenPart } from './write-part.ts';

/** Unites the execution with a part that was written, and returns the answer of the upload. */
export async function mergePart(
  deps: Deps,
  scope: TransactionScope,
  { upload, opened, written }: { upload: Upload; opened: OpenedPart; written: WrittenPart },
): Promise<KeptAnswer> {
  const { execution, files = [] } = upload.body;
  const { place } = opened;
  const { executionId, projectId } = place;
  const locked = await lockRow(scope, { opened, written, execution });
  // Before the review, which looks for the attempt before.
  await storeMayNotClaimDefaultBranch(scope, executionId);
  const joined = await joinIfSecondTry(scope, { opened, locked, execution });
  const before = joined ?? locked;
  const number = before.number ?? (await takeExecutionNumber(scope, projectId));
  const isRepeat = !opened.isNewUpload && written.accepted === 0 && written.duplicates > 0;
  const times = await readUnitedTimes(scope, {
    before,
    place,
    execution: isRepeat ? null : execution,
  });
  const update = buildExecutionUpdate(before, {
    execution,
    hasFileErrors: hasFileErrors(files),
    counts: joined === null ? written.counts : NO_COUNTS,
    review: await reviewMerged(deps, scope, { opened, before, execution }),
    mayRepeat: written.mayRepeat,
    times,
  });
  await storeUpdate(deps, scope, {
    execution,
    opened,
    written,
    before,
    update: { ...update, number },
    times,
  });
  const lookAlike =
    opened.newExecution !== null || joined !== null
      ? buildTriesWarnings(opened.part, joined !== null)
      : await findLookAlikes(scope, { opened, written, execution });
  return buildIngestAnswer(deps, {
    upload,
    executionId,
    number,
    status: update.status,
    written,
    warnings: [...buildClockWarnings(execution, place.at), ...lookAlike],
  });
}

/** Answers an upload of one of several tries of a job that is sent again: the results of the tries are one by now. */
export async function answerJoinedPart(
  deps: Deps,
  scope: TransactionScope,
  { upload, opened }: { upload: Upload; opened: OpenedPart },
): Promise<KeptAnswer> {
  const { executionId } = opened.place;
  const { number, status } = await lockExecution(scope, executionId, { withErrors: false });
  if (number === null) throw new Error('an execution with two tries has no number');
  const written = countAsDuplicates(upload);
  return buildIngestAnswer(deps, { upload, executionId, number, status, written, warnings: [] });
}

function lockRow(
  scope: TransactionScope,
  {
    opened: { newExecution, place },
    written,
    execution,
  }: { opened: OpenedPart; written: WrittenPart; execution: IngestExecution },
): Promise<LockedExecution> | LockedExecution {
  if (newExecution !== null) return toLockedExecution(newExecution);
  // Read only to find out which errors the execution already has.
  const withErrors = written.mayRepeat && execution.errors !== undefined;
  return lockExecution(scope, place.executionId, { withErrors });
}

/** The execution's row with both tries of a job counted as one; null if the part is no second try. */
async function joinIfSecondTry(
  scope: TransactionScope,
  {
    opened: { part, place, newExecution, isNewUpload, moreFollows },
    locked,
    execution,
  }: { opened: OpenedPart; locked: LockedExecution; execution: IngestExecution },
): Promise<LockedExecution | null> {
  const mayBeSecondTry =
    isNewUpload && newExecution === null && !moreFollows && execution.merged !== true;
  if (!mayBeSecondTry) return null;
  const wasInterrupted = locked.interruptedReported;
  return joinSecondTry(scope, { part, place, execution, wasInterrupted });
}

/** Stores the execution after the upload, and what depends on it. Counts the usage last, whose row all uploads lock. */
async function storeUpdate(
  { config }: Deps,
  scope: TransactionScope,
  {
    execution,
    opened: { place, isNewUpload, moreFollows },
    written: { accepted },
    before,
    update,
    times,
  }: {
    execution: IngestExecution;
    opened: OpenedPart;
    written: WrittenPart;
    before: LockedExecution;
    update: UpdatedExecution & { number: number };
    times: UnitedTimes;
  },
): Promise<void> {
  const { executionId, at } = place;
  const brought = isNewUpload || accepted > 0 || update.newErrors.length > 0;
  const settling = brought ? { settleAt: computeSettleAt(update.status, at, config) } : {};
  await updateExecution(scope, { ...update, ...settling, executionId, at });
  if (execution.ci?.runId !== undefined) await reviewLaterAttempts(scope, executionId, at);
  if (times.correctedFrom !== null) await correctFirstSeen(scope, place, times.correctedFrom);
  // Rolling up each upload of a running execution would repeat the work. Its last upload marks the change, or the
  // job that interrupts it.
  const staysRunning = moreFollows && before.status === 'running' && update.status === 'running';
  if (!staysRunning) await markChanged(scope, executionId);
  scope.addUsage({ results: accepted });
}

function reviewMerged(
  { config }: Deps,
  scope: TransactionScope,
  {
    opened: { part, place, newExecution, moreFollows },
    before,
    execution,
  }: { opened: OpenedPart; before: LockedExecution; execution: IngestExecution },
): Promise<PartsReview> {
  const { runAttempt }: { runAttempt?: unknown } = { ...execution.ci, ...before.ci };
  return reviewParts(
    scope,
    {
      executionId: place.executionId,
      attempt: typeof runAttempt === 'number' ? runAttempt : 1,
      merged: before.merged || execution.merged === true,
      carried: before.shardsCarried,
      onlyPart: newExecution === null ? null : { ...part, open: moreFollows },
      receivedAt: place.at,
    },
    { now: place.at, graceMs: config.rerunGraceMs },
  );
}

function findLookAlikes(
  scope: TransactionScope,
  {
    opened: { part, place, moreFollows },
    written: { testIds },
    execution,
  }: { opened: OpenedPart; written: WrittenPart; execution: IngestExecution },
): ReturnType<typeof listLookAlikeWarnings> {
  const mayFollow =
    moreFollows && part.jobId !== null ? derivePartStart(execution, place.at) : null;
  return listLookAlikeWarnings(scope, { ...part, ...place, testIds, mayFollow });
}

function buildIngestAnswer(
  { config }: Deps,
  {
    upload,
    executionId,
    number,
    status,
    written: { accepted, duplicates, wanted, ignoredFields },
    warnings,
  }: Pick<IngestAnswer, 'executionId' | 'number' | 'status'> & {
    upload: Upload;
    written: Omit<WrittenPart, 'mayRepeat'>;
    warnings: NonNullable<IngestAnswer['warnings']>;
  },
): KeptAnswer {
  return {
    executionId,
    number,
    url: `${config.baseUrl}/executions/${executionId}`,
    status,
    accepted: { results: accepted, duplicates },
    uploads: wanted,
    ignoredFields: upload.ignoredFields + ignoredFields,
    ...(warnings.length > 0 && { warnings }),
  };
}
