import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ResultDetail, ResultDetailQuery } from '@svc/contract/executions/execution-view';
import { buildReadAddress } from '../../artifacts/index.ts';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { readResultClasses } from '../../analyses/index.ts';
import { listAttempts } from '../result-attempts.queries.ts';
import { toArtifact, toAttempt, toOnlyAttempt, toResultHead } from '../execution-answers.ts';
import { listParts } from '../result-parts.queries.ts';
import { listFingerprints, type ExecutionPlace } from '../results.queries.ts';
import {
  findResult,
  listArtifactsOfResult,
  listAttemptHeads,
  type AttemptHead,
} from './result-detail.queries.ts';

/**
 * One result with one attempt: a result may have 1,000 attempts, and each of them 5 MB of texts.
 * @throws SvcError NOT_FOUND for a result of another execution and for an attempt that it does not have.
 */
export async function readResultDetail(
  deps: Deps,
  scope: Scope,
  { place, resultId, attempt }: { place: ExecutionPlace } & Omit<ResultDetailQuery, 'id'>,
): Promise<ResultDetail> {
  const id = resultId.toLowerCase();
  const row = isUuid(id) ? await findResult(scope, place, id) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no result '${resultId}'.`);
  const heads = await listAttemptHeads(scope, place, id);
  // The interesting attempt of a flaky result is the last failed one.
  const wanted = row.flaky ? heads.findLast(({ status }) => isFailure(status)) : heads.at(-1);
  const index = attempt ?? wanted?.index ?? 1;
  const stored = await findAttempt(scope, place, { resultId: id, index });
  const read = heads.length === 0 && index === 1 ? toOnlyAttempt(row) : stored;
  if (read === null) {
    throw new SvcError('NOT_FOUND', `The result '${resultId}' has no attempt ${index}.`);
  }
  const { organizationId } = scope;
  const now = deps.clock.now();
  const artifacts = await listArtifactsOfResult(scope, place, id);
  const { artifactIds: _artifactIds, ...head } = toResultHead(row, {
    artifactIds: new Map(),
    fingerprints: await listFingerprints(scope, place, [id]),
    verdicts: await readResultClasses(scope, [id]),
    parts: await listParts(scope, place, [row.uploadId]),
  });
  return {
    ...head,
    attempts:
      heads.length === 0
        ? [withoutTexts(toOnlyAttempt(row))]
        : heads.map(({ errorsId: _errorsId, startedAt, ...one }) => ({
            ...one,
            startedAt: startedAt?.toISOString() ?? null,
          })),
    isSameError: haveSameError(heads),
    attempt: read,
    artifacts: artifacts.map((artifact) => {
      const { url } = buildReadAddress(
        deps.config,
        { organizationId, artifactId: artifact.id },
        now,
      );
      return toArtifact(artifact, url);
    }),
  };
}

async function findAttempt(
  scope: Scope,
  place: ExecutionPlace,
  { resultId, index }: { resultId: string; index: number },
): Promise<ReturnType<typeof toAttempt> | null> {
  const { rows } = await listAttempts(scope, place, {
    resultIds: [resultId],
    after: { resultId, index: index - 1 },
    limit: 1,
    // One attempt is returned whole, regardless of its size.
    maxBytes: 1,
  });
  const [found] = rows;
  return found?.index === index ? toAttempt(found) : null;
}

function withoutTexts({
  index,
  status,
  durationMs,
  startedAt,
}: ReturnType<typeof toOnlyAttempt>): ResultDetail['attempts'][number] {
  return { index, status, durationMs, startedAt };
}

function haveSameError(heads: readonly AttemptHead[]): boolean {
  const failed = heads.filter(({ status }) => isFailure(status));
  const [first] = failed;
  return (
    failed.length > 1 &&
    first?.errorsId !== null &&
    failed.every(({ errorsId }) => errorsId === first?.errorsId)
  );
}
