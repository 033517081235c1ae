import type { FileDurationPage, FileDurationsQuery } from '@svc/contract/history/file-durations';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { requireReadableProject } from '../../http/key-bounds/require-project.ts';
import { listFileDurations, listSourceExecutions } from './file-durations.queries.ts';

/**
 * How long the files of a project took, as known at a time in the past. A project without executions, or one that does
 * not exist, has no files: its first CI run asks before it uploads.
 * @throws SvcError BAD_REQUEST for a time in the future, until which the answer would still change, and for an invalid
 * cursor; FORBIDDEN for an API key that is bound to other projects.
 */
export async function readFileDurations(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { project, before, limit, cursor }: FileDurationsQuery,
): Promise<FileDurationPage> {
  requireReadableProject(scope.principal, project);
  const until = new Date(before);
  if (until > clock.now()) throw buildFutureTimeError(before);
  const after = cursor === undefined ? '' : decodeCursor(cursor, isPosition).file;
  const sources = await listSourceExecutions(scope, { project, before: until });
  const executionIds = sources.filter(({ isExpired }) => !isExpired).map(({ id }) => id);
  const rows = await listFileDurations(scope, {
    executionIds,
    before: until,
    after,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor:
      rows.length > limit && last !== undefined ? encodeCursor({ file: last.file }) : null,
    executions: executionIds.length,
    expired: sources.length - executionIds.length,
  };
}

function buildFutureTimeError(before: string): SvcError {
  const message = `${before} is in the future`;
  return new SvcError('BAD_REQUEST', `before: ${message}.`, {
    details: [{ path: 'before', message }],
  });
}

function isPosition(value: unknown): value is { file: string } {
  return typeof (value as { file?: unknown } | null)?.file === 'string';
}
