import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { AnalysesQuery, AnalysisItem } from '@svc/contract/analysis/analyses';
import type { Page } from '@svc/contract/pages';
import type { Scope } from '../../db/scope.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { isUtcTime } from '../../http/input/window.ts';
import { listAnalyses, type AnalysisPlace } from './analyses.queries.ts';

/**
 * One page of the organization's analyses, newest first.
 * @throws SvcError BAD_REQUEST for an invalid cursor.
 */
export async function readAnalysesPage(
  scope: Scope,
  { limit, cursor, project, branch, executionId, testId }: AnalysesQuery,
): Promise<Page<AnalysisItem>> {
  const rows = await listAnalyses(scope, {
    filter: { project, branch, executionId, testId },
    after: cursor === undefined ? null : decodeCursor(cursor, isPlace),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(
      ({ runnerUp, runnerUpConfidence, failures, analyzedAt, testVerdict, ...row }) => ({
        ...row,
        testVerdict: testVerdict && {
          resultId: testVerdict.resultId,
          ...deriveLabelFields(testVerdict),
          confidence: testVerdict.confidence,
          fingerprint: testVerdict.fingerprint,
        },
        runnerUp: { classification: runnerUp, confidence: runnerUpConfidence },
        failureCount: failures,
        analyzedAt: analyzedAt.toISOString(),
      }),
    ),
    nextCursor:
      rows.length > limit && last !== undefined
        ? encodeCursor({ at: last.analyzedAt.toISOString(), id: last.id })
        : null,
  };
}

function isPlace(value: unknown): value is AnalysisPlace {
  const { at, id } = (value ?? {}) as Partial<AnalysisPlace>;
  return typeof at === 'string' && isUtcTime(at) && typeof id === 'string' && isUuid(id);
}
