import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { cleanText } from '@svc/contract/zod-free/text';
import { runWithPartitions } from '../db/partitions/partitions.ts';
import type { Scope, TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { createArtifactGranter, requireRoomForResults } from '../quotas/index.ts';
import {
  claimIdempotencyKey,
  storeAnswer,
  type EarlierUpload,
  type IdempotencyClaim,
  type KeptAnswer,
} from './turn/idempotency.queries.ts';
import type { Upload } from './body/ingest-body.ts';
import { lockUploads } from './turn/lock-uploads.queries.ts';
import { storeInTurn } from './turn/upload-turns.ts';
import { requireWithinBounds } from './bounds/require-within-bounds.ts';
import { answerJoinedPart, mergePart } from './part/merge-part.ts';
import { openPart } from './part/open-part.ts';
import { writePart } from './part/write-part.ts';
import { listStillWanted, grantUploads } from './results/artifacts.ts';
import { isExecutionStored } from './results/known-tests.queries.ts';
import { getKnownTests, type KnownTests } from './results/known-tests.ts';

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
  const knownTests = getKnownTests(deps.databases);
  const keys = buildUploadKeys(upload, organizationId);
  const inTransaction = async (scope: TransactionScope, isFirstTry: boolean) => {
    // Uploads with the same new tests or texts in another order can deadlock. Deadlocks are rare, and repeating is
    // cheaper than preventing them: the second try takes the lock alone.
    await lockUploads(scope, { alone: !isFirstTry, keys });
    // Checked also before an earlier answer is repeated, because that answer has addresses for artifacts.
    await requireWithinBounds(scope, upload);
    const claim = buildIdempotencyClaim(upload, at);
    const earlier = claim === null ? null : await claimIdempotencyKey(scope, claim);
    if (earlier !== null)
      return { answer: await repeatEarlierAnswer(scope, earlier, upload), testIds: [] };
    await requireRoomForResults(deps, scope);
    const probe = knownTests.findProbe(organizationId);
    if (probe !== undefined && !(await isExecutionStored(scope, probe))) knownTests.forget();
    const stored = await storePart(deps, scope, { upload, at, knownTests, isFirstTry });
    if (claim !== null) await storeAnswer(scope, claim, stored.answer);
    return stored;
  };
  const { answer, testIds } = await storeInTurn(deps.limiters.uploadKeys, keys, () =>
    runWithPartitions(deps.databases.ddl, () => {
      let tries = 0;
      return scope.transaction((transaction) => inTransaction(transaction, ++tries === 1));
    }),
  );
  deps.rollUps.wake();
  knownTests.add(organizationId, testIds, answer.executionId);
  const grant = answer.uploads.length === 0 ? () => null : await createArtifactGranter(deps, scope);
  return { ...answer, ...grantUploads(deps, organizationId, { wanted: answer.uploads, grant }) };
}

/** Uploads that share a key run one after the other: in Postgres they would wait for the same rows. */
function buildUploadKeys({ project, body }: Upload, organizationId: string): string[] {
  const { idempotencyKey, execution } = body;
  return [
    ...(idempotencyKey === undefined ? [] : [['upload', cleanText(idempotencyKey)]]),
    ...(execution.key === undefined ? [] : [['execution', project, cleanText(execution.key)]]),
  ].map((parts) => JSON.stringify([organizationId, ...parts]));
}

/** Opens the part of an upload, writes its results and merges it into its execution. */
async function storePart(
  deps: Deps,
  scope: TransactionScope,
  {
    upload,
    at,
    knownTests,
    isFirstTry,
  }: { upload: Upload; at: Date; knownTests: KnownTests; isFirstTry: boolean },
): Promise<{ answer: KeptAnswer; testIds: string[] }> {
  const opened = await openPart(deps, scope, { upload, at, isFirstTry });
  knownTests.noteErasures(scope.organizationId, opened.testErasures);
  if (opened.isJoined) {
    return { answer: await answerJoinedPart(deps, scope, { upload, opened }), testIds: [] };
  }
  const written = await writePart(deps, scope, { upload, opened, knownTests });
  const answer = await mergePart(deps, scope, { upload, opened, written });
  return { answer, testIds: written.newTestIds };
}

function buildIdempotencyClaim({ body, bodyHash }: Upload, at: Date): IdempotencyClaim | null {
  return body.idempotencyKey === undefined
    ? null
    : { key: cleanText(body.idempotencyKey), bodyHash, at };
}

async function repeatEarlierAnswer(
  scope: TransactionScope,
  earlier: EarlierUpload,
  { body, bodyHash }: Upload,
): Promise<KeptAnswer> {
  if (earlier.bodyHash.equals(bodyHash)) {
    return { ...earlier.answer, uploads: await listStillWanted(scope, earlier.answer.uploads) };
  }
  throw new SvcError(
    'CONFLICT',
    `The idempotency key '${body.idempotencyKey}' was used with another body.`,
    { hint: 'Send each upload with its own key.' },
  );
}
