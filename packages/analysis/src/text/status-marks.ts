/** The symbol of each status in texts: each appears beside a word, so none is needed to understand it. */
export const STATUS_MARKS = {
  passed: '✓',
  failed: '✗',
  flaky: '±',
  skipped: '○',
  interrupted: '!',
  timedOut: '◷',
  running: '◌',
} as const;

/** A status as symbol and word: `✗ failed`. */
export function formatStatus(
  status: keyof typeof STATUS_MARKS,
  marks: Record<keyof typeof STATUS_MARKS, string> = STATUS_MARKS,
): string {
  return `${marks[status]} ${status === 'timedOut' ? 'timed out' : status}`;
}
