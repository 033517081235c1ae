const SHORTEST_MS = 10_000;
export const LONGEST_MS = 60_000;

/** A tenth of the time for which nothing changed, between 10 s and a minute. */
export function computePollDelayMs(quietMs: number): number {
  return Math.min(Math.max(quietMs / 10, SHORTEST_MS), LONGEST_MS);
}

/** How many executions come before the newest shown one. */
export function countNewer(
  items: readonly { id: string; startedAt: string }[],
  shown: readonly { id: string; startedAt: string }[],
): number {
  const newestShown = shown[0];
  if (newestShown === undefined) return items.length;
  const known = new Set(shown.map(({ id }) => id));
  return items.filter(({ id, startedAt }) => !known.has(id) && startedAt >= newestShown.startedAt)
    .length;
}
