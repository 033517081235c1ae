import { isOpenToKey } from '../../db/conditions/key-rights.ts';
import type { Scope } from '../../db/scope.ts';
import { withoutNul } from '../../db/statements.ts';
import {
  bindsOf,
  executionConditions,
  speaksCondition,
  type BindValue,
  type ExecutionsFilter,
} from '../../db/conditions/execution-conditions.ts';
import {
  EXECUTION_COLUMNS,
  FROM_EXECUTIONS,
  type ExecutionRow,
} from '../../history/executions/execution-rows.queries.ts';

/** The filters of the list, in addition to those of every question. */
export interface ListFilter extends ExecutionsFilter {
  status?: string[] | undefined;
  commit?: string | undefined;
  pullRequest?: number | undefined;
  tag?: readonly string[] | undefined;
  number?: number | undefined;
  search?: string | undefined;
  /** Only executions that this API key, which may only upload, may read: see `isOpenToKey`. */
  readableBy?: string | undefined;
  /** Only executions of these projects. */
  projects?: readonly string[] | undefined;
  /** Only executions that speak for their branch, or only others. */
  speaking?: boolean | undefined;
}

/** The last execution of the previous page; older ones follow. */
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
  const { bind, value } = bindsOf(scope.organizationId);
  const conditions = [executionConditions(filter, value)];
  const add = (wanted: unknown, condition: (place: string) => string): void => {
    if (wanted !== undefined) conditions.push(condition(value(wanted)));
  };
  add(filter.status, (place) => `executions.status = ANY (${place}::execution_status[])`);
  add(filter.commit?.toLowerCase(), (place) => `left(executions.commit, 64) LIKE ${place} || '%'`);
  add(filter.pullRequest, (place) => `executions.pull_request = ${place}`);
  // The connection replaces NUL in texts, and not in the elements of arrays.
  add(filter.tag?.map(withoutNul), (place) => `executions.tags @> ${place}::text[]`);
  add(filter.number, (place) => `executions.number = ${place}`);
  if (filter.search !== undefined) conditions.push(searchCondition(filter.search, value));
  add(filter.projects, (place) => `projects.name = ANY (${place}::text[])`);
  add(filter.readableBy, (place) => isOpenToKey(place));
  if (filter.speaking !== undefined) {
    conditions.push(`${filter.speaking ? '' : 'NOT '}(${speaksCondition(value)})`);
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

const SEARCHED = [
  'executions.name',
  'executions.branch',
  'executions.commit_message',
  "executions.git ->> 'author'",
];

/** The text as part of what people read; `PR 112` and `!112` are a pull request, `#112` may be an execution, too. */
function searchCondition(search: string, value: BindValue): string {
  const text = value(`%${escapeLike(search)}%`);
  const either = SEARCHED.map((column) => `${column} ILIKE ${text}`);
  const { said, number } =
    /^(?<said>#|!|(?:pr|mr|pull request|merge request)\b *[#!]?)? *(?<number>\d{1,9})$/i.exec(
      search.trim(),
    )?.groups ?? {};
  if (number !== undefined) {
    either.push(`executions.pull_request = ${value(Number(number))}`);
    if (said === undefined || said === '#')
      either.push(`executions.number = ${value(Number(number))}`);
  }
  if (/^[0-9a-f]{7,64}$/i.test(search)) {
    either.push(`left(executions.commit, 64) LIKE ${value(`${search.toLowerCase()}%`)}`);
  }
  return `(${either.join(' OR ')})`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
