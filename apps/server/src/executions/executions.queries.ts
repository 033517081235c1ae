import { isOpenToKey } from '../db/conditions/key-rights.ts';
import type { Scope } from '../db/scope.ts';
import { searchConditions, type SearchFilter } from '../db/conditions/search-conditions.ts';
import {
  createBinds,
  executionConditions,
  SPEAKS,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../history/executions/execution-rows.queries.ts';

/** The filters of the list, in addition to those of every question. */
export interface ListFilter extends ExecutionsFilter, SearchFilter {
  status?: string[] | undefined;
  commit?: string | undefined;
  pullRequest?: number | undefined;
  number?: number | undefined;
  /** Limits the list to executions that this API key, which may only upload, may read: see `isOpenToKey`. */
  readableBy?: string | undefined;
  /** Limits the list to executions of these projects. */
  projects?: readonly string[] | undefined;
  /** True: only executions that count for their branch. False: only the others. */
  speaking?: boolean | undefined;
}

/** The last execution of the previous page; the page begins with the next older execution. */
export interface After {
  startedAt: string;
  id: string;
}

/**
 * The newest matching executions, at most `limit`. Uses the index executions_newest, or the index by project, branch
 * or commit when the filter has one.
 */
export async function listExecutions(
  scope: Scope,
  { filter, after, limit }: { filter: ListFilter; after: After | null; limit: number },
): Promise<ExecutionRow[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = [executionConditions(filter, value), ...searchConditions(filter, value)];
  const add = (wanted: unknown, condition: (place: string) => string): void => {
    if (wanted !== undefined) conditions.push(condition(value(wanted)));
  };
  add(filter.status, (place) => `executions.status = ANY (${place}::execution_status[])`);
  add(filter.commit?.toLowerCase(), (place) => `left(executions.commit, 64) LIKE ${place} || '%'`);
  add(filter.pullRequest, (place) => `executions.pull_request = ${place}`);
  add(filter.number, (place) => `executions.number = ${place}`);
  add(filter.projects, (place) => `projects.name = ANY (${place}::text[])`);
  add(filter.readableBy, (place) => isOpenToKey(place));
  if (filter.speaking !== undefined) {
    conditions.push(`${filter.speaking ? '' : 'NOT '}(${SPEAKS})`);
  }
  if (after !== null) {
    conditions.push(
      `(executions.started_at, executions.id) < (${value(after.startedAt)}, ${value(after.id)})`,
    );
  }
  return scope.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS}
     ${FROM_EXECUTIONS}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY executions.started_at DESC, executions.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}
