import type pg from 'pg';
import { UNREAD_TABLES } from './unread-tables.ts';

/** What a statement changes, as its text shows. */
export interface StatementChange {
  /** The tables that cached answers may read. */
  tables: string[];
  /** It changes one table, and its result counts the changed rows. */
  countsRows: boolean;
}

/**
 * What the statement changes of tables that cached answers may read; null for nothing. A text that cannot be understood
 * counts as a change, so an error here costs a cached answer and never makes one stale.
 */
export function findChange(sql: string): StatementChange | null {
  if (!MAY_WRITE.test(sql)) return null;
  const written = [...sql.replaceAll(COMMENT, ' ').matchAll(WRITE)].map(([, table = '']) =>
    table.toLowerCase(),
  );
  const tables = written.filter((table) => !UNREAD_TABLES.has(table));
  const isAlone = written.length === 1;
  const column = isAlone ? UPDATE_OF_ONE_COLUMN.exec(sql)?.[1] : undefined;
  const isUnread = tables.length === 0 || UNREAD_TABLES.has(`${tables[0]}.${column}`);
  return isUnread ? null : { tables, countsRows: isAlone };
}

/** The change of a model's statement, which names its table. */
export function findModelChange(table: string | undefined): StatementChange | null {
  if (table === undefined || UNREAD_TABLES.has(table)) return null;
  return { tables: [table], countsRows: false };
}

/** False if the statement certainly changed no row: a job that finds nothing to do makes no answer old. */
export function hasChangedRows(
  { countsRows }: StatementChange,
  results: pg.QueryResult[],
): boolean {
  return (
    !countsRows || results.some(({ command, rowCount }) => !WRITES.has(command) || rowCount !== 0)
  );
}

const MAY_WRITE = /\b(?:INSERT|UPDATE|DELETE|MERGE|TRUNCATE|COPY)\b/i;
const COMMENT = /--[^\n]*/g;
// Leaves out FOR UPDATE, FOR NO KEY UPDATE, ON CONFLICT … DO UPDATE, MERGE … THEN UPDATE SET, and the events of triggers
// and foreign keys.
const WRITE =
  /(?<!\b(?:FOR|KEY|DO|ON)\s+)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?|COPY)\s+(?!(?:ON|OR|OF|SET)\b)(?:ONLY\s+)?"?(\w+)/gi;
const UPDATE_OF_ONE_COLUMN = /^\s*UPDATE\s+\w+\s+SET\s+(\w+)\s*=\s*\$\d+\s+WHERE\b/i;
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
