/**
 * An array as Postgres reads it from text, for values that need no quoting: ids, numbers, booleans,
 * times in ISO 8601, names of an enum. The driver quotes and escapes every element of an array,
 * which for thousands of short ones costs more than writing their rows; free text is left to it.
 */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let text = '{';
  let comma = '';
  for (const value of values) {
    text += comma + (value === null ? 'NULL' : String(value));
    comma = ',';
  }
  return `${text}}`;
}

/** The elements of such an array, as Postgres writes it as text; null, which an aggregate of nothing is, has none. */
export function plainElements(text: string | null): string[] {
  return text === null || text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The values for the driver, or nothing at all where there is not one: unnest fills up with NULL. */
export function sparseArray(values: readonly (string | null)[]): readonly (string | null)[] {
  return values.some((value) => value !== null) ? values : [];
}
