import type { ResultRowPage, ResultRowsQuery } from '@svc/contract/executions/execution-view';
import type { Scope } from '../../db/scope.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { toFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { readResultClasses, NO_LABEL, listPatterns } from '../../analyses/index.ts';
import { listParts } from '../result-parts.queries.ts';
import { listFingerprints, type ExecutionPlace } from '../results.queries.ts';
import { listResultRows, type AfterRow } from './result-rows.queries.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * One page of an execution's results, failures first, of at most 2 MiB.
 * @throws SvcError BAD_REQUEST for an invalid cursor.
 */
export async function readResultRowsPage(
  scope: Scope,
  place: ExecutionPlace,
  { tab, search, cursor, limit }: Omit<ResultRowsQuery, 'id'>,
): Promise<ResultRowPage> {
  const { rows, isLast } = await listResultRows(scope, place, {
    tab,
    search,
    after: cursor === undefined ? null : decodeCursor(cursor, isAfter),
    limit,
    maxBytes: MAX_BYTES,
  });
  const failing = rows.filter(({ rank, flaky }) => rank === 0 || flaky).map(({ id }) => id);
  const fingerprints = await listFingerprints(scope, place, failing);
  const verdicts = await readResultClasses(scope, failing);
  const parts = await listParts(scope, place, [...new Set(rows.map(({ uploadId }) => uploadId))]);
  const patterns = await listPatterns(scope, {
    executionId: place.executionId,
    fingerprintIds: [
      ...new Set([...fingerprints.values()].map((one) => toFingerprintId(one.fingerprint))),
    ],
  });
  const last = rows.at(-1);
  return {
    items: rows.map(({ rank: _rank, uploadId, bytes: _bytes, ...row }) => ({
      id: row.id,
      testId: row.testId,
      title: row.titlePath.at(-1) ?? '',
      titlePath: row.titlePath,
      file: row.file,
      line: row.line,
      variant: row.variant,
      status: row.status,
      flaky: row.flaky,
      durationMs: row.durationMs,
      fingerprint: fingerprints.get(row.id)?.fingerprint ?? null,
      ...(verdicts.get(row.id)?.label ?? NO_LABEL),
      confidence: verdicts.get(row.id)?.confidence ?? null,
      part: parts.get(uploadId) ?? null,
    })),
    nextCursor:
      isLast || last === undefined ? null : encodeCursor({ rank: last.rank, id: last.id }),
    patterns: Object.fromEntries(
      Array.from(patterns.values(), ({ fingerprint, pattern, firstSeenAt }) => [
        fingerprint,
        { pattern, firstSeenAt: firstSeenAt.toISOString() },
      ]),
    ),
  };
}

function isAfter(value: unknown): value is AfterRow {
  if (typeof value !== 'object' || value === null) return false;
  const { rank, id } = value as Partial<AfterRow>;
  return Number.isInteger(rank) && Math.abs(rank ?? 0) < 10 && typeof id === 'string' && isUuid(id);
}
