/** How much of a list one statement reads: whichever comes first. */
export interface Bound {
  limit: number;
  /** The row that reaches it is the last one, so that there is always one. */
  maxBytes: number;
}

export interface BoundedRows<Row> {
  rows: Row[];
  /** False when the bound cut them off: more may follow. */
  isLast: boolean;
}

/** `maxBytes` and `limit` of the statement are those of `bound`. */
export function boundedRows<Row extends { bytes: number }>(
  rows: Row[],
  { limit, maxBytes }: Bound,
): BoundedRows<Row> {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { rows, isLast: rows.length < limit && bytes < maxBytes };
}

/**
 * A statement around `rows`, which selects `bytes` and comes in `order`: its rows up to the one that
 * reaches `maxBytes`. Texts are not read for it: their length stands beside them.
 */
export function withinBytes(
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

// What a row takes beside its texts, roughly.
export const ROW_BYTES = 200;

/** The length of these columns, of which any may be null. */
export function bytesOf(...columns: string[]): string {
  const lengths = columns.map((column) => `coalesce(octet_length(${column}), 0)`);
  return `(${[ROW_BYTES, ...lengths].join(' + ')})::integer AS bytes`;
}

/** Before every id there is. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
