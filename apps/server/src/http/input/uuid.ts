/**
 * False for a text that Postgres would refuse as a uuid. Callers answer such an id with NOT_FOUND, not with another
 * error.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
