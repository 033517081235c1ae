import { findBrokenSince } from './broken-since.ts';
import { findLatestChangePoint } from './change-point.ts';
import { deriveFlakyEpisode } from './flaky-episode.ts';
import { type HistoryRun, isUnexpected } from './history-run.ts';
import { type SinceWhen, findSinceWhen } from './since-when.ts';

export type { HistoryRun } from './history-run.ts';
export { goodAgain } from './since-when.ts';

/** `suspected` has a flaky run, `flaky` is a known flake, `recovering` is a known flake without recent evidence. */
export type TestState = 'healthy' | 'suspected' | 'flaky' | 'recovering' | 'broken';

export interface TestHealth {
  state: TestState;
  /**
   * Evidence before this time does not count: the start of the default branch's last segment, or the time after
   * `forgottenUntil`. Null: all evidence counts.
   */
  evidenceFrom: number | null;
  /** The range of commits in which it went bad; also for a healthy test whose latest runs are worse than before. */
  since: SinceWhen | null;
  /** When it became a known flake; null unless it is flaky or recovering now. */
  becameFlakyAt: number | null;
  /** The first of the failures that made it broken; null unless it is broken now. */
  brokenSince: number | null;
  /** Counted runs since the last evidence that counts; without evidence, all from `evidenceFrom` on. */
  cleanRuns: number;
  /** Runs with evidence that counts, from `evidenceFrom` on. */
  flakyRuns: number;
  /** Counted runs from `evidenceFrom` on, of all branches: the state depends on the rate flakyRuns / runs. */
  runs: number;
  lastEvidenceAt: number | null;
}

/**
 * The state of a test, as a pure function of its history over all branches, oldest first. Equal histories give equal
 * states, and late evidence (a contradiction) counts from its run on.
 *
 * - Runs with an infrastructure failure are left out of change points and of `broken`, and are not evidence. They do
 *   count as runs (`deriveFlakyEpisode`).
 * - Evidence before the latest change point of the default branch does not count, for any kind of change: better,
 *   worse, or from flaky to failing. A fixed test is healthy as soon as its change point is found, even before it has
 *   the runs to recover. Without runs on the default branch there is no change point.
 * - `broken` overrides and hides the other states. After the fix, the test's evidence decides its state again
 *   (`findBrokenSince`).
 * - `forgottenUntil` is for a history that was cut. Evidence up to that time does not count, because of a change
 *   point that is before the cut or too close to it to be found.
 */
export function deriveTestHealth(
  history: readonly HistoryRun[],
  { forgottenUntil = null }: { forgottenUntil?: number | null } = {},
): TestHealth {
  const judged = history.filter(({ infrastructure }) => !infrastructure);
  const trunk = judged.filter(({ onDefaultBranch }) => onDefaultBranch);
  const change = findLatestChangePoint(
    trunk.map((run) => ({ unexpected: isUnexpected(run), commit: run.commit })),
  );
  const evidenceFrom = pickLatest(
    change === null ? null : (trunk[change.index]?.at ?? null),
    forgottenUntil === null ? null : forgottenUntil + 1,
  );
  const { state, becameFlakyAt, ...counts } = deriveFlakyEpisode(
    evidenceFrom === null ? history : history.filter(({ at }) => at >= evidenceFrom),
  );
  const broken = findBrokenSince(judged);
  const isBroken = broken !== null;
  return {
    state: isBroken ? 'broken' : state,
    evidenceFrom,
    since: findSinceWhen(trunk, change),
    becameFlakyAt: isBroken ? null : becameFlakyAt,
    brokenSince: broken?.at ?? null,
    ...counts,
  };
}

function pickLatest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
