import type { IngestExecution, ResultStatus } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { addCounts, countByStatus, NO_COUNTS, type Counts } from '../../executions/index.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { insertFailingResults, type FailingResultRow } from '../../rollups/index.ts';
import type { Upload } from '../body/ingest-body.ts';
import { hasExpired, findStoredRepository } from '../execution/execution-rows.queries.ts';
import { ArtifactWriter, type WantedContent } from '../results/artifacts.ts';
import type { KnownTests } from '../results/known-tests.ts';
import { buildFileRow, buildResultRow, type ResultRow } from '../results/result-rows.ts';
import {
  insertAttempts,
  insertFiles,
  insertNewTests,
  insertResults,
  insertTexts,
} from '../results/result-rows.queries.ts';
import type { UploadPlace } from '../results/upload-place.ts';
import { TextPool } from '../texts/stored-texts.ts';
import {
  countKnownFiles,
  countKnownResults,
  buildFileIdentity,
  buildResultIdentity,
  type Repeats,
} from '../results/known-results.queries.ts';
import type { OpenedPart } from './open-part.ts';
import {
  listMergedUploads,
  noteRepeatedFailures,
  noteUploadNotPassed,
  listUploadsToMerge,
} from './uploads.queries.ts';

/** The additions of an upload to its execution, and the state of the execution before. */
export interface WrittenPart {
  /** The counts of the results that were not duplicates. */
  counts: Counts;
  /** Includes duplicates. */
  hasFailures: boolean;
  /** A duplicate failed. */
  repeatsFailures: boolean;
  /** Tests that this process did not know to be stored. */
  newTestIds: string[];
  /** The first tests with accepted results, at most `SAMPLED_TESTS`. */
  testIds: string[];
  accepted: number;
  duplicates: number;
  ignoredFields: number;
  wanted: WantedContent[];
  /** The execution may already have results or errors of the upload. */
  mayRepeat: boolean;
}

/** Stores the results and files of a part, apart from those that the execution already has. */
export async function writePart(
  deps: Deps,
  scope: TransactionScope,
  { upload, opened, knownTests }: { upload: Upload; opened: OpenedPart; knownTests: KnownTests },
): Promise<WrittenPart> {
  const { execution, files = [] } = upload.body;
  const { place } = opened;
  const repeats = await findRepeats(scope, opened, execution);
  // The deleted results are needed to find which of them the part repeats. The part was counted once already.
  const isGone = repeats !== null && (await hasExpired(scope, place.executionId));
  const written = isGone
    ? countAsDuplicates(upload)
    : await writeResults(deps, scope, { upload, opened, repeats, knownTests });
  if (!isGone) await writeFiles(deps, scope, { files, place, repeats });

  const isNoted = opened.isNewUpload && !opened.saysPassed;
  if (!isNoted && (!opened.saysPassed || written.hasFailures)) {
    await noteUploadNotPassed(scope, place);
  }
  if (written.repeatsFailures) await noteRepeatedFailures(scope, place);
  return { ...written, mayRepeat: repeats !== null };
}

/**
 * Finds the stored parts that the upload may repeat: its own part; for a merged report all parts of its leg; for a late
 * shard the merged reports of its leg. Null: none.
 */
async function findRepeats(
  scope: TransactionScope,
  { place: { executionId, week, uploadId }, part: { leg }, newExecution, isNewUpload }: OpenedPart,
  execution: IngestExecution,
): Promise<Repeats | null> {
  if (newExecution !== null) return null;
  if (execution.merged === true) {
    return { executionId, week, uploadIds: await listUploadsToMerge(scope, executionId, leg) };
  }
  const merged = await listMergedUploads(scope, executionId, leg);
  const uploadIds = isNewUpload ? merged : [uploadId, ...merged];
  return uploadIds.length === 0 ? null : { executionId, week, uploadIds };
}

type WrittenResults = Omit<WrittenPart, 'mayRepeat'>;

async function writeResults(
  deps: Deps,
  scope: TransactionScope,
  {
    upload,
    opened,
    repeats,
    knownTests,
  }: { upload: Upload; opened: OpenedPart; repeats: Repeats | null; knownTests: KnownTests },
): Promise<WrittenResults> {
  const { place } = opened;
  const { project } = upload;
  const repository = await findRepository(scope, opened, upload);
  const known =
    repeats === null ? new Map<string, number>() : await countKnownResults(scope, repeats);
  const texts = new TextPool();
  const artifacts = new ArtifactWriter();
  const written: WrittenResults = { ...startCounting(), wanted: artifacts.wanted };
  for (const chunk of upload.readResults()) {
    const rows: ResultRow[] = [];
    const duplicates: ResultRow[] = [];
    for (const result of chunk.results) {
      const row = buildResultRow(result, { project, repository }, { newId: deps.random.id, texts });
      if (known.size > 0 && takeKnown(known, buildResultIdentity(row))) duplicates.push(row);
      else rows.push(row);
    }
    const newTests = rows.filter((row) => !knownTests.has(scope.organizationId, row.testId));
    await insertNewTests(scope, place, newTests);
    await insertTexts(scope, place, texts.drain());
    await insertResults(scope, place, rows);
    await insertAttempts(scope, place, rows);
    await artifacts.write(scope, place, rows);
    if (repeats !== null) await artifacts.complete(scope, place, { repeats, duplicates });
    await insertFailingResults(
      scope,
      place,
      rows.flatMap((row) => toFailingRows(row, place)),
    );
    written.newTestIds.push(...newTests.map((row) => row.testId));
    const room = SAMPLED_TESTS - written.testIds.length;
    written.testIds.push(...rows.slice(0, room).map((row) => row.testId));
    written.repeatsFailures ||= duplicates.some(({ status }) => isFailure(status));
    written.hasFailures ||= chunk.results.some(({ status }) => DID_NOT_PASS.has(status));
    written.counts = addCounts(written.counts, countByStatus(rows));
    written.accepted += rows.length;
    written.duplicates += duplicates.length;
    written.ignoredFields += chunk.ignoredFields;
  }
  return written;
}

// Enough to recognise a part that runs the tests of another. Each costs an index look-up.
const SAMPLED_TESTS = 20;
const DID_NOT_PASS: ReadonlySet<ResultStatus> = new Set(['failed', 'timedOut', 'interrupted']);

/** The repository that identifies the tests: that of the upload, else that of its execution, else the project. */
async function findRepository(
  scope: TransactionScope,
  { place, newExecution }: OpenedPart,
  { project, body }: Upload,
): Promise<string> {
  const { git } = body.execution;
  if (git?.repository !== undefined) return git.repository;
  const stored =
    newExecution === null ? await findStoredRepository(scope, place.executionId) : null;
  return stored ?? project;
}

/** Counts all results of an upload as duplicates, and stores none. */
export function countAsDuplicates(upload: Upload): WrittenResults {
  const written = startCounting();
  for (const { results, ignoredFields } of upload.readResults()) {
    written.duplicates += results.length;
    written.ignoredFields += ignoredFields;
  }
  return written;
}

function startCounting(): WrittenResults {
  return {
    counts: NO_COUNTS,
    hasFailures: false,
    repeatsFailures: false,
    newTestIds: [],
    testIds: [],
    accepted: 0,
    duplicates: 0,
    ignoredFields: 0,
    wanted: [],
  };
}

function toFailingRows(
  { id, testId, status, flaky, failing }: ResultRow,
  { uploadId }: UploadPlace,
): FailingResultRow[] {
  return failing === null ? [] : [{ resultId: id, testId, uploadId, status, flaky, ...failing }];
}

async function writeFiles(
  deps: Deps,
  scope: TransactionScope,
  {
    files,
    place,
    repeats,
  }: { files: NonNullable<Upload['body']['files']>; place: UploadPlace; repeats: Repeats | null },
): Promise<void> {
  const known =
    repeats === null ? new Map<string, number>() : await countKnownFiles(scope, repeats);
  const texts = new TextPool();
  const rows = files
    .map((file) => buildFileRow(file, texts))
    .filter((row) => !takeKnown(known, buildFileIdentity(row)));
  await insertTexts(scope, place, texts.drain());
  await insertFiles(scope, place, { ids: rows.map(() => deps.random.id()), rows });
}

/**
 * Returns true, and uses up one known result or file, when the execution has one with this identity that the upload
 * has not matched yet.
 */
function takeKnown(known: Map<string, number>, identity: string): boolean {
  const left = known.get(identity) ?? 0;
  if (left === 0) return false;
  known.set(identity, left - 1);
  return true;
}
