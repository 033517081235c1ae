/**
 * How many fields of `raw` its schema did not know and left out of `parsed`, at any depth; a field
 * with fields of its own counts as one.
 */
export function countIgnoredFields(raw: unknown, parsed: unknown): number {
  if (!isObject(raw) || !isObject(parsed)) return 0;
  let ignored = 0;
  for (const key in raw) {
    if (!Object.hasOwn(parsed, key)) ignored++;
    else if (isObject(raw[key])) ignored += countIgnoredFields(raw[key], parsed[key]);
  }
  return ignored;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
