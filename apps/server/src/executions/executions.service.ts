import type {
  Execution,
  ExecutionDetail,
  ExecutionQuery,
  ExecutionsQuery,
  DeletedExecution,
} from '@svc/contract/executions/executions';
import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { SourcedPage } from '@svc/contract/pages';
import type { TestError } from '@svc/contract/executions/test-errors';
import { recordAuditEntry } from '../audit-log/index.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { readUsedSource } from '../history/used-source.queries.ts';
import { toExecution } from '../history/executions/execution-answer.ts';
import { eraseExecution } from '../lifetime/index.ts';
import { requireReadableExecution } from '../history/executions/require-execution.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { isUtcTime, parseWindow } from '../http/input/window.ts';
import { isUuid } from '../http/input/uuid.ts';
import { findBoundProjects, requireReadableProject } from '../http/key-bounds/require-project.ts';
import { listExecutions, type After } from './executions.queries.ts';
import type { ExecutionPlace } from './results.queries.ts';

export { requireExecution } from '../history/executions/require-execution.ts';

/**
 * One page of the organization's executions, newest first.
 * @throws SvcError BAD_REQUEST for an invalid window or cursor; FORBIDDEN for an API key that may only upload, without
 * a commit, and for one that is bound to other projects than the named one.
 */
export async function readExecutionsPage(
  deps: Deps,
  scope: Scope,
  query: ExecutionsQuery,
): Promise<SourcedPage<Execution>> {
  const { limit, cursor, from, to, speaking, source = 'all', ...filters } = query;
  if (filters.project !== undefined) requireReadableProject(scope.principal, filters.project);
  const bound = findBoundProjects(scope.principal);
  const window = parseWindow({ from, to }, deps.clock.now());
  const counted = await readUsedSource(scope, {
    source: source === 'default' ? undefined : source,
    project: filters.project,
    ...window,
  });
  const rows = await listExecutions(scope, {
    filter: {
      ...filters,
      projects: bound ?? undefined,
      ...window,
      ...counted.filter,
      readableBy: findUploader(scope, filters.commit),
      speaking: speaking === undefined ? undefined : speaking === 'true',
    },
    after: cursor === undefined ? null : decodeCursor(cursor, isAfter),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined
      ? encodeCursor({ startedAt: last.startedAt.toISOString(), id: last.id })
      : null;
  return {
    items: items.map((row) => toExecution(row, deps.config.baseUrl)),
    nextCursor,
    ...counted.answer,
    localProjects: counted.answer.localProjects.filter((name) => bound?.includes(name) ?? true),
  };
}

/**
 * An API key that may only upload sees what it uploaded. It names the commit, because one query must not search all
 * executions of the organization for the few of this key.
 */
function findUploader({ principal }: Scope, commit: string | undefined): string | undefined {
  if (principal?.kind !== 'apiKey' || principal.scope !== 'ingest') return undefined;
  if (commit !== undefined) return principal.id;
  throw new SvcError(
    'FORBIDDEN',
    `The API key '${principal.name}' has the scope 'ingest': it may only list executions of one commit that it uploaded to.`,
    {
      hint: 'Name the commit, or use a key with the scope full.',
      details: [{ path: 'commit', message: 'A key that may only upload names it' }],
    },
  );
}

/** An execution, and which of its results to read. */
export interface OpenExecution {
  /** The execution without its files, artifacts and results. */
  head: Omit<ExecutionDetail, 'files' | 'artifacts' | 'results' | 'next'>;
  place: ExecutionPlace;
  status: ResultStatus[] | null;
}

/**
 * @throws SvcError NOT_FOUND, also for an execution of another organization; FORBIDDEN for an API key that may only
 * upload and uploaded nothing to it.
 */
export async function openExecution(
  deps: Deps,
  scope: Scope,
  { id, status }: ExecutionQuery,
): Promise<OpenExecution> {
  const row = await requireReadableExecution(scope, id);
  return {
    head: {
      ...toExecution(row, deps.config.baseUrl),
      errors: row.errors as TestError[],
      ...(row.errorsOmitted > 0 ? { errorsOmitted: row.errorsOmitted } : {}),
    },
    place: { executionId: row.id, week: row.week },
    status: status ?? null,
  };
}

/** @throws SvcError NOT_FOUND, the same for an execution of another organization as for none. */
export async function deleteExecution(
  deps: Pick<Deps, 'clock' | 'random'>,
  scope: Scope,
  id: string,
): Promise<DeletedExecution> {
  const executionId = id.toLowerCase();
  const erased = isUuid(id)
    ? await eraseExecution(scope, executionId, (scope, { project, number }) =>
        recordAuditEntry(deps, scope, {
          action: 'execution.deleted',
          target: { id: executionId, name: `${project} #${number}` },
          details: { project, number },
        }),
      )
    : null;
  if (erased === null) throw new SvcError('NOT_FOUND', `There is no execution '${id}'.`);
  return { id: executionId, deleted: true };
}

function isAfter(value: unknown): value is After {
  if (typeof value !== 'object' || value === null) return false;
  const { startedAt, id } = value as Partial<After>;
  return (
    typeof startedAt === 'string' && isUtcTime(startedAt) && typeof id === 'string' && isUuid(id)
  );
}
