import type {
  Excusal,
  QuarantineDetail,
  QuarantineDetailQuery,
  QuarantineEntry as EntryAnswer,
  QuarantineListQuery,
} from '@svc/contract/gate/quarantine';
import type { Page } from '@svc/contract/pages';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { isUtcTime } from '../../http/input/window.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { findEntry, listEntries, type ListedEntry } from './entries.queries.ts';
import { toEntryAnswer } from './entry-answer.ts';
import { listExcusals, type ExcusalPosition } from './excusals.queries.ts';

/** @throws SvcError BAD_REQUEST for an invalid cursor. */
export async function readEntriesPage(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { project, testId, active, limit, cursor }: QuarantineListQuery,
): Promise<Page<EntryAnswer>> {
  const now = clock.now();
  const rows = await listEntries(scope, {
    filter: {
      project,
      testId: testId?.toLowerCase(),
      active: active === undefined ? undefined : active === 'true',
    },
    now,
    before: cursor === undefined ? null : decodeCursor(cursor, isEntryPosition).id,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => toEntryAnswer(row, now));
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ id: last.id }) : null,
  };
}

function isEntryPosition(value: unknown): value is { id: string } {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' && isUuid(id);
}

/** @throws SvcError NOT_FOUND, the same for an entry of another organization as for none. */
export async function readEntry(scope: Scope, id: string): Promise<ListedEntry> {
  const row = isUuid(id) ? await findEntry(scope, id) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no quarantine entry '${id}'.`);
  return row;
}

/** @throws SvcError NOT_FOUND as `readEntry`. */
export async function openListedEntry(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  id: string,
): Promise<EntryAnswer> {
  return toEntryAnswer(await readEntry(scope, id), clock.now());
}

/**
 * An entry with a page of the executions in which it excused failures.
 * @throws SvcError NOT_FOUND as `readEntry`; BAD_REQUEST for an invalid cursor.
 */
export async function openEntry(
  deps: Pick<Deps, 'clock'>,
  scope: Scope,
  { id, limit, cursor }: QuarantineDetailQuery,
): Promise<QuarantineDetail> {
  const entry = await openListedEntry(deps, scope, id);
  const rows = await listExcusals(scope, {
    entryId: entry.id,
    after: cursor === undefined ? null : decodeCursor(cursor, isExcusalPosition),
    limit: limit + 1,
  });
  const items: Excusal[] = rows
    .slice(0, limit)
    .map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  const last = items.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined
      ? encodeCursor({ at: last.at, executionId: last.executionId })
      : null;
  return { ...entry, excusals: { items, nextCursor } };
}

function isExcusalPosition(value: unknown): value is ExcusalPosition {
  const { at, executionId } = (value ?? {}) as { at?: unknown; executionId?: unknown };
  return (
    typeof at === 'string' &&
    isUtcTime(at) &&
    typeof executionId === 'string' &&
    isUuid(executionId)
  );
}
