import type { SourcedPage } from '@svc/contract/pages';
import type { TestsQuery, TestSummary } from '@svc/contract/history/tests';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor, encodeCursor, buildInvalidCursorError } from '../http/input/cursor.ts';
import { readUsedSource } from '../history/used-source.queries.ts';
import { parseWindow } from '../http/input/window.ts';
import { findPlace, type TestPlace } from './candidate-tests.queries.ts';
import { listTests } from './listed-tests.ts';
import { findMatchingExecutions } from './matching-executions.queries.ts';
import { readTestSummaries } from './test-summaries.ts';

/**
 * One page of the tests that ran in the window and filters, sorted by file, then title.
 * @throws SvcError BAD_REQUEST for an invalid window or cursor.
 */
export async function readTestsPage(
  deps: Deps,
  scope: Scope,
  query: TestsQuery,
): Promise<SourcedPage<TestSummary>> {
  const { limit, cursor, from, to, recent, ...wantedAndFilters } = query;
  const { testId, testIdPrefix, search, file, owner, state, ...filters } = wantedAndFilters;
  const window = parseWindow({ from, to }, deps.clock.now());
  const counted = await readUsedSource(scope, { ...filters, ...window });
  const filter = { ...filters, ...window, ...counted.filter };
  const after = cursor === undefined ? null : await readCursorPlace(scope, cursor);
  const executions = await findMatchingExecutions(scope, filter);
  if (executions === null) return { items: [], nextCursor: null, ...counted.answer };
  const testIds = await listTests(scope, {
    filter,
    executions,
    wanted: { testIds: testId, testIdPrefix, search, file, owner, states: state },
    after,
    limit: limit + 1,
  });
  const page = testIds.slice(0, limit);
  const { weeks } = executions;
  const summaries = await readTestSummaries(deps, scope, { testIds: page, filter, weeks, recent });
  const last = page.at(-1);
  return {
    items: page.flatMap((id) => {
      const summary = summaries.get(id);
      const { lastSeenAt = null, lastStatus = null } = summary ?? {};
      return summary === undefined || lastSeenAt === null || lastStatus === null
        ? []
        : [{ ...summary, lastSeenAt, lastStatus }];
    }),
    nextCursor:
      testIds.length > limit && last !== undefined ? encodeCursor({ afterTest: last }) : null,
    ...counted.answer,
  };
}

/** Looks up the position of a cursor, which contains only the id: file and title may be longer than a cursor. */
async function readCursorPlace(scope: Scope, cursor: string): Promise<TestPlace> {
  const { afterTest } = decodeCursor(cursor, isCursor);
  const place = await findPlace(scope, afterTest);
  if (place === null) throw buildInvalidCursorError();
  return place;
}

function isCursor(value: unknown): value is { afterTest: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { afterTest } = value as { afterTest?: unknown };
  return typeof afterTest === 'string' && /^[0-9a-f]{32}$/.test(afterTest);
}
