/** True for a time as `toISOString` writes it, in a year that Postgres reads: Date.parse alone takes almost anything for a date. */
export function isUtcTime(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text) && new Date(Date.parse(text) || 0).toISOString() === text;
}
