const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/**
 * The moment that a date (its first one, UTC) or a date-time with its zone means, as ISO. Undefined for any other text, for
 * a day that the calendar does not have, and for a time without a zone, which each machine would read differently.
 */
export function isoMoment(text: string): string | undefined {
  const day = MOMENT.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const moment = new Date(text.toUpperCase());
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(moment.getTime())) return undefined;
  // JavaScript reads 2026-02-31 as 3 March.
  return midnight.toISOString().startsWith(day) ? moment.toISOString() : undefined;
}
