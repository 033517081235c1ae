/** A value of a column. Null becomes NULL. */
export type CopyValue = string | number | boolean | null;

/** Formats rows for COPY in text format, one per line. */
export function copyLines<Row, Place>(
  columns: readonly ((row: Row, place: Place) => CopyValue)[],
  rows: readonly Row[],
  place: Place,
): string {
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const valueOf of columns) {
      text += separator + copyText(valueOf(row, place));
      separator = '\t';
    }
    text += '\n';
  }
  return text;
}

/** A value of a row as COPY takes it: times in ISO format, and objects as JSON. */
export function copyValue(value: CopyValue | Date | readonly string[] | object): CopyValue {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? formatTextArray(value) : JSON.stringify(value);
}

/** Formats an array of texts as an array literal of Postgres. */
function formatTextArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}

function copyText(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value !== 'string') return String(value);
  return NEEDS_ESCAPE.test(value)
    ? value.replaceAll(ESCAPED, (sign) => ESCAPES[sign] ?? sign)
    : value;
}

const NEEDS_ESCAPE = /[\\\n\r\t]/;
const ESCAPED = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};
