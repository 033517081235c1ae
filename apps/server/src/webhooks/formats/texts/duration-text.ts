const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds as the dashboard writes them: `840 ms`, `1.2 s`, `3 m 12 s`, `2 h 05 m`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.round(durationMs);
  if (ms < SECOND_MS) return `${ms} ms`;
  // 59.95 s would be written as 60.0 s.
  if (ms < MINUTE_MS - 50) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds * SECOND_MS < HOUR_MS) {
    return `${Math.floor(seconds / 60)} m ${padTwoDigits(seconds % 60)} s`;
  }
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)} h ${padTwoDigits(minutes % 60)} m`;
}

function padTwoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
