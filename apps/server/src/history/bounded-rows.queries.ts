/** The limits of a list that one statement reads; the first one reached applies. */
export interface Bound {
  limit: number;
  /** The row that reaches this size is the last one, so a list is never empty because of a large first row. */
  maxBytes: number;
}

export interface BoundedRows<Row> {
  rows: Row[];
  /** False when the bound ended the list: more may follow. */
  isLast: boolean;
}

/** The statement must use the same `maxBytes` and `limit` as `bound`. */
export function toBoundedRows<Row extends { bytes: number }>(
  rows: Row[],
  { limit, maxBytes }: Bound,
): BoundedRows<Row> {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { rows, isLast: rows.length < limit && bytes < maxBytes };
}

/**
 * Wraps `rows`, a statement that selects `bytes`, and sorts it by `order`. The last row is the one that reaches
 * `maxBytes`. Measuring does not read the texts, because Postgres stores their length separately.
 */
export function buildBoundedSql(
  rows: string,
  { order, maxBytes }: { order: string; maxBytes: string },
): string {
  return `
    SELECT *
    FROM (
      SELECT *,
             sum(bytes) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "bytesBefore"
      FROM (${rows}) AS rows
    ) AS counted
    WHERE coalesce("bytesBefore", 0) < ${maxBytes}
    ORDER BY ${order}`;
}

// The approximate size of a row without its texts.
export const ROW_BYTES = 200;

/** The total length of these columns; any of them may be null. */
export function bytesOf(...columns: string[]): string {
  const lengths = columns.map((column) => `coalesce(octet_length(${column}), 0)`);
  return `(${[ROW_BYTES, ...lengths].join(' + ')})::integer AS bytes`;
}

/** Sorts before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
