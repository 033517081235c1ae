/** A day in the viewer's time zone as the address of a date input: `2026-12-10`. `daysLater` counts from `at`. */
export function toLocalDay(at: Date, daysLater = 0): string {
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater);
  return `${day.getFullYear()}-${padTwoDigits(day.getMonth() + 1)}-${padTwoDigits(day.getDate())}`;
}

/** The last second of a day in the viewer's time zone. */
export function endOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59);
}

function padTwoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
