const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;

/** The wait before the page asks for a running execution once more: 2 s, 3 s, … 15 s. */
export function computeLiveWaitMs(asked: number): number {
  return Math.min(FIRST_MS + Math.max(0, asked - 1) * 1_000, LONGEST_MS);
}
