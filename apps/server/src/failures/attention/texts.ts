import type { DescribedTest } from '../../history/described-tests.queries.ts';

// A pattern has up to 200 characters. A title must stay short enough for one line.
const MAX_CHARACTERS = 200;

/** Collapses a text to one line, and cuts it if it is long. */
export function toOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line.slice(0, 2 * MAX_CHARACTERS));
  if (characters.length <= MAX_CHARACTERS) return line;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}

/** A test's titles as frameworks print them; empty for a deleted test. */
export function formatTestTitle(test: DescribedTest | undefined): string {
  return toOneLine(test?.titlePath.join(' › ') ?? '');
}

/** `1 test`, `3 tests`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first names, and the number of the others: `a, b, c and 2 more`. */
export function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(toOneLine).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

const MAX_NAMES = 3;

/** `840 ms`, `12.4 s`, `3 m 05 s`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.round(durationMs);
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}
