/**
 * True for a time in the form of `toISOString`, in a year that Postgres accepts. Date.parse alone accepts almost
 * anything.
 */
export function isUtcTime(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text) && new Date(Date.parse(text) || 0).toISOString() === text;
}
