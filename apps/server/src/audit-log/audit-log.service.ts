import type {
  AuditEntry,
  AuditLogExportQuery,
  AuditLogQuery,
} from '@svc/contract/people/audit-log';
import type { Page } from '@svc/contract/pages';
import type { Scope } from '../db/scope.ts';
import { SvcError } from '../errors.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { isUuid } from '../http/input/uuid.ts';
import { listAuditEntries, type AuditFilter, type AuditRow } from './audit-log.queries.ts';

/**
 * One page of the audit log, newest first.
 * @throws SvcError BAD_REQUEST for an invalid cursor, and when `from` is not before `to`.
 */
export async function readAuditLogPage(
  scope: Scope,
  { limit, cursor, ...asked }: AuditLogQuery,
): Promise<Page<AuditEntry>> {
  const rows = await listAuditEntries(scope, {
    filter: buildAuditFilter(asked),
    before: cursor === undefined ? null : decodeCursor(cursor, isPosition).id,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(toAuditEntry),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor({ id: last.id }) : null,
  };
}

/** @throws SvcError BAD_REQUEST when `from` is not before `to`. */
export function buildAuditFilter({ from, to, ...filter }: AuditLogExportQuery): AuditFilter {
  const window = {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
  };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to) {
    const message = 'Must lie before `to`';
    throw new SvcError('BAD_REQUEST', `from: ${message}.`, {
      details: [{ path: 'from', message }],
    });
  }
  return { ...filter, ...window };
}

function toAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actor },
    address: row.address,
    action: row.action,
    target: { kind: row.targetKind, id: row.targetId, name: row.target },
    details: row.details,
  };
}

function isPosition(value: unknown): value is { id: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { id } = value as { id?: unknown };
  return typeof id === 'string' && isUuid(id);
}
