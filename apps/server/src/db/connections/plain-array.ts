/**
 * A Postgres array literal, for values that need no quoting: ids, numbers, booleans, times in ISO 8601, names of an
 * enum. Pass free text to the driver instead: the driver quotes and escapes every element, which for thousands of
 * short ones costs more than writing their rows.
 */
export function toArrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  let text = '{';
  let comma = '';
  for (const value of values) {
    text += comma + (value === null ? 'NULL' : String(value));
    comma = ',';
  }
  return `${text}}`;
}

/** Reads the elements of such an array from Postgres' text form. Null, the aggregate of no rows, has no elements. */
export function parseArrayLiteral(text: string | null): string[] {
  return text === null || text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The values for the driver, or an empty array when all are null: unnest fills up with NULL. */
export function toSparseArray(values: readonly (string | null)[]): readonly (string | null)[] {
  return values.some((value) => value !== null) ? values : [];
}
