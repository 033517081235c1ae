import type { IngestExecution } from '@svc/contract/executions/ingest';
import { lockParts } from '../../db/locks.ts';
import { requirePartitions, toWeek } from '../../db/partitions/partitions.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import {
  type PartIdentity,
  buildPartIdentity,
  deriveSameCode,
  isJoined,
} from '../../executions/index.ts';
import type { Upload } from '../body/ingest-body.ts';
import { buildNewExecution } from '../execution/execution-merge.ts';
import { findOrOpenExecution, type NewExecution } from '../execution/execution-rows.queries.ts';
import { findOrMakeProject } from '../execution/projects.queries.ts';
import type { UploadPlace } from '../results/upload-place.ts';
import { derivePartStart } from './part-times.ts';
import { addUpload, refuseForeignExecution } from './uploads.queries.ts';

/** The part that an upload contributes to its execution. Both have rows, and locks until the upload is done. */
export interface OpenedPart {
  part: PartIdentity;
  /** Where its results are stored. */
  place: UploadPlace;
  /** Counter of the project that changes when tests are erased. */
  testErasures: number;
  /** The row of the execution, if this upload has created it; else null. */
  newExecution: NewExecution | null;
  /** The execution did not have this upload before. */
  isNewUpload: boolean;
  /** True if the upload belongs to a try of a job that has been joined with another try. */
  isJoined: boolean;
  /** Further uploads of the part follow. */
  moreFollows: boolean;
  /** The upload reports no failure outside its results. */
  saysPassed: boolean;
}

/**
 * Opens the project, the execution and the part of an upload: finds their rows or creates them.
 * @throws SvcError FORBIDDEN for a key that may only upload and an execution of others.
 */
export async function openPart(
  deps: Deps,
  scope: TransactionScope,
  { upload, at, isFirstTry }: { upload: Upload; at: Date; isFirstTry: boolean },
): Promise<OpenedPart> {
  const { execution } = upload.body;
  const { id: projectId, testErasures } = await findOrMakeProject(scope, {
    id: deps.random.id(),
    name: upload.project,
    at,
  });
  const newExecution = buildNewExecution(execution, {
    id: deps.random.id(),
    projectId,
    week: toWeek(at),
    startedAt: derivePartStart(execution, at),
    receivedAt: at,
  });
  const { executionId, week, isNew } = await openExecution(scope, newExecution, execution);
  // A part is stored even if retention has dropped its week meanwhile. The first try does not look: its inserts fail.
  if (!isFirstTry) await requirePartitions(scope, week);
  const part = buildPartIdentity(upload.body, upload.bodyHash);
  const moreFollows = execution.status === 'running';
  const saysPassed = reportsNoFailure(upload.body);
  const isNewUpload = await addUpload(scope, {
    executionId,
    ...part,
    sameCode: deriveSameCode(execution, projectId),
    passed: saysPassed,
    open: moreFollows,
    at,
  });
  return {
    part,
    place: {
      projectId,
      executionId,
      week,
      uploadId: part.uploadId,
      startedAt: newExecution.startedAt,
      at,
    },
    testErasures,
    newExecution: isNew ? newExecution : null,
    isNewUpload,
    isJoined: !isNewUpload && (await isJoined(scope, { ...part, executionId })),
    moreFollows,
    saysPassed,
  };
}

/**
 * Creates the execution, or finds it and locks its parts. No other transaction sees a new execution until its upload is
 * done. A merged report takes the lock exclusively. Retention deletes no results while an upload of a part holds it.
 */
async function openExecution(
  scope: TransactionScope,
  newExecution: NewExecution,
  { merged }: IngestExecution,
): Promise<{ executionId: string; week: string; isNew: boolean }> {
  const { id: executionId, week, isNew } = await findOrOpenExecution(scope, newExecution);
  if (!isNew) {
    await lockParts(scope, [executionId], { shared: merged !== true });
    await refuseForeignExecution(scope, executionId);
  }
  return { executionId, week, isNew };
}

function reportsNoFailure({ execution, files = [] }: Upload['body']): boolean {
  return (
    (execution.status === 'running' || execution.status === 'passed') &&
    !hasFileErrors(files) &&
    (execution.errors ?? []).length === 0
  );
}

/** True if a file of tests failed to load. */
export function hasFileErrors(files: NonNullable<Upload['body']['files']>): boolean {
  return files.some((file) => (file.errors ?? []).length > 0);
}
