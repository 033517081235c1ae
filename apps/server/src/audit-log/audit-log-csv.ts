import { stringify } from 'csv-stringify/sync';
import type { Scope } from '../db/scope.ts';
import { listAuditEntries, type AuditFilter, type AuditRow } from './audit-log.queries.ts';

const ROWS_AT_ONCE = 500;

const HEADING = [
  'at',
  'actor_kind',
  'actor_id',
  'actor',
  'address',
  'action',
  'target_kind',
  'target_id',
  'target',
  'details',
];

/**
 * The matching entries as CSV (RFC 4180, UTF-8, with a heading), newest first. Reads 500 rows at a time. Times are
 * ISO 8601, and `details` is JSON. A cell that a spreadsheet would read as a formula begins with an apostrophe.
 */
export async function* streamAuditLogCsv(scope: Scope, filter: AuditFilter): AsyncIterable<string> {
  yield formatCsv([HEADING]);
  let before: string | null = null;
  for (;;) {
    const rows: AuditRow[] = await listAuditEntries(scope, { filter, before, limit: ROWS_AT_ONCE });
    if (rows.length > 0) yield formatCsv(rows.map(toCells));
    if (rows.length < ROWS_AT_ONCE) return;
    before = rows.at(-1)?.id ?? null;
  }
}

function formatCsv(rows: string[][]): string {
  return stringify(rows, {
    record_delimiter: '\r\n',
    // By itself, the library quotes only cells with the whole delimiter.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

function toCells(row: AuditRow): string[] {
  return [
    row.at.toISOString(),
    row.actorKind,
    row.actorId ?? '',
    row.actor,
    row.address ?? '',
    row.action,
    row.targetKind,
    row.targetId,
    row.target,
    JSON.stringify(row.details),
  ];
}
