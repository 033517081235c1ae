import { cleanText } from '@svc/contract/text';
import type { IngestAnswer, IngestExecution, ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope, TransactionScope } from '../db/scope.ts';
import { settleAtOf } from '../executions/life-cycle/settle-executions.ts';
import { reviewLaterAttempts } from '../executions/life-cycle/parts/attempts.queries.ts';
import {
  type PartIdentity,
  partIdentity,
  sameCodeOf,
} from '../executions/life-cycle/parts/part-identity.ts';
import { isJoined } from '../executions/life-cycle/parts/retried-parts.queries.ts';
import { reviewParts } from '../executions/life-cycle/parts/review-parts.ts';
import { requirePartitions, weekOf, withPartitions } from '../db/partitions/partitions.ts';
import { lockParts } from '../db/locks.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { artifactGrants, requireRoomForResults } from '../quotas/quotas.ts';
import { addUsage } from '../quotas/usage.queries.ts';
import { markChanged } from '../rollups/changes.queries.ts';
import {
  insertFailingResults,
  type FailingResultRow,
} from '../rollups/executions/failing-results.queries.ts';
import { requireWithinBounds } from './bounds/require-within-bounds.ts';
import { storeMayNotClaimBase } from './bounds/upload-bounds.queries.ts';
import { ArtifactWriter, stillWanted, uploadsOf, type WantedContent } from './results/artifacts.ts';
import { openExecutionOf, updateOf } from './execution/execution-merge.ts';
import {
  addCounts,
  countOf,
  NO_COUNTS,
  type Counts,
} from '../executions/life-cycle/execution-state.ts';
import {
  claimIdempotencyKey,
  keepAnswer,
  type EarlierUpload,
  type IdempotencyClaim,
  type KeptAnswer,
} from './body/idempotency.queries.ts';
import type { Upload } from './body/ingest-body.ts';
import {
  asOpened,
  findOrOpenExecution,
  hasExpired,
  lockExecution,
  storedRepository,
  updateExecution,
} from './execution/execution-rows.queries.ts';
import {
  countKnownFiles,
  countKnownResults,
  fileIdentity,
  resultIdentity,
  type Repeats,
} from './execution/known-parts.queries.ts';
import { isExecutionStored } from './results/known-tests.queries.ts';
import { knownTestsOf, type KnownTests } from './results/known-tests.ts';
import {
  addPart,
  lockUploads,
  mergedPartsOf,
  partsToMerge,
  notePartNotPassed,
  noteRepeatedFailures,
  refuseForeignExecution,
} from './execution/parts.queries.ts';
import { isFailure } from '../rollups/executions/failing-result.ts';
import { correctFirstSeen, timesWith } from './execution/part-times.queries.ts';
import { clockWarnings, lookAlikeWarnings, triesWarnings } from './execution/part-warnings.ts';
import { beganAtOf, joinSecondTry } from './execution/second-tries.ts';
import { findOrMakeProject, nextExecutionNumber } from './execution/projects.queries.ts';
import { fileRow, resultRow, type ResultRow } from './results/result-rows.ts';
import {
  insertAttempts,
  insertFiles,
  insertNewTests,
  insertResults,
  insertTexts,
  type Place,
} from './results/result-rows.queries.ts';
import { TextPool } from './results/stored-texts.ts';
import { uploadTurnsOf } from './body/upload-turns.ts';

/**
 * Stores an upload in one transaction and answers when it is durable. Uploads with the same execution key make one
 * execution. A repeated idempotency key gets the first answer. A part that the execution already has counts as
 * duplicates.
 * @throws SvcError BAD_REQUEST for invalid fields; CONFLICT for an idempotency key that was used with another body;
 * FORBIDDEN when the organization's quota of results is used up, for a key outside its bounds, and for a key that may
 * only upload and an execution of others; SERVICE_UNAVAILABLE when the disk is nearly full.
 */
export async function ingest(deps: Deps, scope: Scope, upload: Upload): Promise<IngestAnswer> {
  const { organizationId } = scope;
  await deps.diskReserve.requireRoom('results');
  const at = deps.clock.now();
  const knownTests = knownTestsOf(deps.databases);
  let isRepeated = false;
  const keys = keysOf(upload, organizationId);
  const inTransaction = async (scope: TransactionScope) => {
    // Uploads with the same new tests or texts in another order can deadlock. Deadlocks are rare, and repeating is
    // cheaper than preventing them: the second try takes the lock alone.
    await lockUploads(scope, { alone: isRepeated, keys });
    const isFirstTry = !isRepeated;
    isRepeated = true;
    // Also before an earlier answer, which has addresses for artifacts.
    await requireWithinBounds(scope, {
      project: projectName(upload.body.execution),
      execution: upload.body.execution,
    });
    const claim = claimOf(upload, at);
    const earlier = claim === null ? null : await claimIdempotencyKey(scope, claim);
    if (earlier !== null)
      return { answer: await earlierAnswer(scope, earlier, upload), testIds: [] };
    await requireRoomForResults(deps, scope);
    const witness = knownTests.witnessOf(organizationId);
    if (witness !== undefined && !(await isExecutionStored(scope, witness))) knownTests.forget();
    const stored = await store(deps, scope, { upload, at, knownTests, isFirstTry });
    if (claim !== null) await keepAnswer(scope, claim, stored.answer);
    return stored;
  };
  const { answer, testIds } = await uploadTurnsOf(deps.databases).take(keys, () =>
    withPartitions(deps.databases.ddl, () => {
      isRepeated = false;
      return scope.transaction(inTransaction);
    }),
  );
  knownTests.add(organizationId, testIds, answer.executionId);
  const grant = answer.uploads.length === 0 ? () => null : await artifactGrants(deps, scope);
  return { ...answer, ...uploadsOf(deps, organizationId, { wanted: answer.uploads, grant }) };
}

/** Uploads that share a key run one after the other: in Postgres they would wait for the same rows. */
function keysOf({ body }: Upload, organizationId: string): string[] {
  const { idempotencyKey, execution } = body;
  return [
    ...(idempotencyKey === undefined ? [] : [['upload', cleanText(idempotencyKey)]]),
    ...(execution.key === undefined
      ? []
      : [['execution', projectName(execution), cleanText(execution.key)]]),
  ].map((parts) => JSON.stringify([organizationId, ...parts]));
}

async function store(
  deps: Deps,
  scope: TransactionScope,
  {
    upload,
    at,
    knownTests,
    isFirstTry,
  }: { upload: Upload; at: Date; knownTests: KnownTests; isFirstTry: boolean },
): Promise<{ answer: KeptAnswer; testIds: string[] }> {
  const { execution, files = [] } = upload.body;
  const project = projectName(execution);
  const { id: projectId, testErasures } = await findOrMakeProject(scope, {
    id: deps.random.id(),
    name: project,
    at,
  });
  knownTests.noteErasures(scope.organizationId, testErasures);
  const opening = openExecutionOf(execution, {
    id: deps.random.id(),
    projectId,
    week: weekOf(at),
    receivedAt: at,
  });
  const opened = await findOrOpenExecution(scope, opening);
  // No other transaction sees a new execution until this upload is done. A merged report takes the lock exclusively.
  // Retention deletes no results while an upload of a part holds the lock.
  if (!opened.isNew) await lockParts(scope, [opened.id], { shared: execution.merged !== true });
  if (!opened.isNew) await refuseForeignExecution(scope, opened.id);
  // A part is stored even if retention has dropped its week meanwhile. The first try does not look: its inserts fail.
  if (!isFirstTry) await requirePartitions(scope, opened.week);
  const part = partIdentity(upload.body, upload.bodyHash);
  const hasFileErrors = files.some((file) => (file.errors ?? []).length > 0);
  const isOpen = execution.status === 'running';
  const saysPassed =
    (isOpen || execution.status === 'passed') &&
    !hasFileErrors &&
    (execution.errors ?? []).length === 0;
  const isNewPart = await addPart(scope, {
    executionId: opened.id,
    ...part,
    sameCode: sameCodeOf(execution, projectId),
    passed: saysPassed,
    open: isOpen,
    at,
  });
  if (!isNewPart && (await isJoined(scope, { ...part, executionId: opened.id }))) {
    return repeatedTry(deps, scope, { upload, executionId: opened.id });
  }
  const place: Place = {
    projectId,
    executionId: opened.id,
    week: opened.week,
    shardId: part.shardId,
    startedAt: opening.startedAt,
    at,
  };

  const repeats = await repeatsOf(scope, {
    place,
    part,
    execution,
    isNew: opened.isNew,
    isNewPart,
  });
  const repository =
    execution.git?.repository ??
    (opened.isNew ? null : await storedRepository(scope, opened.id)) ??
    project;
  // Without the deleted results, nobody can say which of them the part repeats. The part was counted once already.
  const isGone = repeats !== null && (await hasExpired(scope, opened.id));
  const written = isGone
    ? countAsDuplicates(upload)
    : await writeResults(deps, scope, { upload, project, repository, place, repeats, knownTests });
  const knownFiles =
    repeats === null ? new Map<string, number>() : await countKnownFiles(scope, repeats);
  await writeFiles(deps, scope, { files: isGone ? [] : files, place, known: knownFiles });

  const isNoted = isNewPart && !saysPassed;
  if (!isNoted && (!saysPassed || written.hasFailures)) await notePartNotPassed(scope, place);
  if (written.repeatsFailures) await noteRepeatedFailures(scope, place);

  // Read only to find out which errors the execution already has.
  const withErrors = repeats !== null && execution.errors !== undefined;
  const locked = opened.isNew
    ? asOpened(opening)
    : await lockExecution(scope, opened.id, { withErrors });
  // Before the review, which looks for the attempt before.
  await storeMayNotClaimBase(scope, opened.id);
  const mayBeSecondTry = isNewPart && !opened.isNew && !isOpen && execution.merged !== true;
  const joined = mayBeSecondTry
    ? await joinSecondTry(scope, {
        part,
        place,
        execution,
        wasInterrupted: locked.interruptedReported,
      })
    : null;
  const before = joined ?? locked;
  const number = before.number ?? (await nextExecutionNumber(scope, projectId));
  const isRepeat = !isNewPart && written.accepted === 0 && written.duplicates > 0;
  const times = await timesWith(scope, { before, place, execution: isRepeat ? null : execution });
  const update = updateOf(before, {
    execution,
    hasFileErrors,
    counts: joined === null ? written.counts : NO_COUNTS,
    review: await reviewParts(
      scope,
      {
        executionId: opened.id,
        attempt: attemptOf({ ...execution.ci, ...before.ci }),
        merged: before.merged || execution.merged === true,
        carried: before.shardsCarried,
        onlyPart: opened.isNew ? { ...part, open: isOpen } : null,
        receivedAt: at,
      },
      { now: at, graceMs: deps.config.rerunGraceMs },
    ),
    mayRepeat: repeats !== null,
    times,
  });
  const brought = isNewPart || written.accepted > 0 || update.newErrors.length > 0;
  await updateExecution(scope, {
    ...update,
    ...(brought ? { settleAt: settleAtOf(update.status, at, deps.config) } : {}),
    executionId: opened.id,
    number,
    at,
  });
  if (execution.ci?.runId !== undefined) await reviewLaterAttempts(scope, opened.id, at);
  if (times.correctedFrom !== null) await correctFirstSeen(scope, place, times.correctedFrom);
  const mayFollow = isOpen && part.jobId !== null ? beganAtOf(execution, at) : null;
  const lookAlike =
    opened.isNew || joined !== null
      ? triesWarnings(part, joined !== null)
      : await lookAlikeWarnings(scope, { ...part, ...place, testIds: written.testIds, mayFollow });
  const warnings = [...clockWarnings(execution, at), ...lookAlike];
  // Rolling up each request of a running execution would repeat the work. Its last request marks the change, or the
  // job that interrupts it.
  const staysRunning = isOpen && before.status === 'running' && update.status === 'running';
  if (!staysRunning) await markChanged(scope, opened.id);
  await addUsage(scope, { results: written.accepted });
  return {
    testIds: written.newTestIds,
    answer: {
      executionId: opened.id,
      number,
      url: `${deps.config.baseUrl}/executions/${opened.id}`,
      status: update.status,
      accepted: { results: written.accepted, duplicates: written.duplicates },
      uploads: written.wanted,
      ignoredFields: upload.ignoredFields + written.ignoredFields,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

/** The answer to a request of one of several tries of a job, which was sent again: their results are one by now. */
async function repeatedTry(
  deps: Deps,
  scope: TransactionScope,
  { upload, executionId }: { upload: Upload; executionId: string },
): Promise<{ answer: KeptAnswer; testIds: string[] }> {
  const { number, status } = await lockExecution(scope, executionId, { withErrors: false });
  if (number === null) throw new Error('an execution with two tries has no number');
  const { duplicates, ignoredFields } = countAsDuplicates(upload);
  return {
    testIds: [],
    answer: {
      executionId,
      number,
      url: `${deps.config.baseUrl}/executions/${executionId}`,
      status,
      accepted: { results: 0, duplicates },
      uploads: [],
      ignoredFields: upload.ignoredFields + ignoredFields,
    },
  };
}

/**
 * Which stored parts the upload may repeat: its own part; for a merged report all parts of its leg; for a late shard
 * the merged reports of its leg. Null: none.
 */
async function repeatsOf(
  scope: TransactionScope,
  {
    place: { executionId, week, shardId },
    part: { leg },
    execution,
    isNew,
    isNewPart,
  }: {
    place: Place;
    part: PartIdentity;
    execution: IngestExecution;
    isNew: boolean;
    isNewPart: boolean;
  },
): Promise<Repeats | null> {
  if (isNew) return null;
  if (execution.merged === true) {
    return { executionId, week, shardIds: await partsToMerge(scope, executionId, leg) };
  }
  const merged = await mergedPartsOf(scope, executionId, leg);
  const shardIds = isNewPart ? merged : [shardId, ...merged];
  return shardIds.length === 0 ? null : { executionId, week, shardIds };
}

function attemptOf({ runAttempt }: { runAttempt?: unknown }): number {
  return typeof runAttempt === 'number' ? runAttempt : 1;
}

interface Written {
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
}

async function writeResults(
  deps: Deps,
  scope: TransactionScope,
  {
    upload,
    project,
    repository,
    place,
    repeats,
    knownTests,
  }: {
    upload: Upload;
    project: string;
    repository: string;
    place: Place;
    repeats: Repeats | null;
    knownTests: KnownTests;
  },
): Promise<Written> {
  const known =
    repeats === null ? new Map<string, number>() : await countKnownResults(scope, repeats);
  const texts = new TextPool();
  const artifacts = new ArtifactWriter();
  const written: Written = {
    counts: NO_COUNTS,
    hasFailures: false,
    repeatsFailures: false,
    newTestIds: [],
    testIds: [],
    accepted: 0,
    duplicates: 0,
    ignoredFields: 0,
    wanted: artifacts.wanted,
  };
  for (const chunk of upload.readResults()) {
    const rows: ResultRow[] = [];
    const duplicates: ResultRow[] = [];
    for (const result of chunk.results) {
      const row = resultRow(result, { project, repository }, { newId: deps.random.id, texts });
      if (known.size > 0 && takeKnown(known, resultIdentity(row))) duplicates.push(row);
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
      rows.flatMap((row) => failingRow(row, place)),
    );
    written.newTestIds.push(...newTests.map((row) => row.testId));
    const room = SAMPLED_TESTS - written.testIds.length;
    written.testIds.push(...rows.slice(0, room).map((row) => row.testId));
    written.repeatsFailures ||= duplicates.some(({ status }) => isFailure(status));
    written.hasFailures ||= chunk.results.some(({ status }) => DID_NOT_PASS.has(status));
    written.counts = addCounts(written.counts, countOf(rows));
    written.accepted += rows.length;
    written.duplicates += duplicates.length;
    written.ignoredFields += chunk.ignoredFields;
  }
  return written;
}

// Enough to recognise a part that runs the tests of another. Each costs an index look-up.
const SAMPLED_TESTS = 20;
const DID_NOT_PASS: ReadonlySet<ResultStatus> = new Set(['failed', 'timedOut', 'interrupted']);

function countAsDuplicates(upload: Upload): Written {
  const written: Written = {
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
  for (const { results, ignoredFields } of upload.readResults()) {
    written.duplicates += results.length;
    written.ignoredFields += ignoredFields;
  }
  return written;
}

function failingRow(
  { id, testId, status, flaky, failing }: ResultRow,
  { shardId }: Place,
): FailingResultRow[] {
  return failing === null ? [] : [{ resultId: id, testId, shardId, status, flaky, ...failing }];
}

async function writeFiles(
  deps: Deps,
  scope: TransactionScope,
  {
    files,
    place,
    known,
  }: {
    files: NonNullable<Upload['body']['files']>;
    place: Place;
    known: Map<string, number>;
  },
): Promise<void> {
  const texts = new TextPool();
  const rows = files
    .map((file) => fileRow(file, texts))
    .filter((row) => !takeKnown(known, fileIdentity(row)));
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

function claimOf({ body, bodyHash }: Upload, at: Date): IdempotencyClaim | null {
  return body.idempotencyKey === undefined
    ? null
    : { key: cleanText(body.idempotencyKey), bodyHash, at };
}

async function earlierAnswer(
  scope: TransactionScope,
  earlier: EarlierUpload,
  { body, bodyHash }: Upload,
): Promise<KeptAnswer> {
  if (earlier.bodyHash.equals(bodyHash)) {
    return { ...earlier.answer, uploads: await stillWanted(scope, earlier.answer.uploads) };
  }
  throw new SvcError(
    'CONFLICT',
    `The idempotency key '${body.idempotencyKey}' was used with another body.`,
    { hint: 'Send each upload with a key of its own.' },
  );
}

/** The project name: the given one, or the repository's last path segment, as GitHub and `git clone` use it. */
function projectName({ project, git }: IngestExecution): string {
  if (project !== undefined) return cleanText(project);
  const name = git?.repository
    ?.replace(/\.git$/, '')
    .split(/[/:]/)
    .findLast((part) => part !== '');
  return cleanText(name ?? 'default').slice(0, 200);
}
