import type { HistoryRun } from './history-run.ts';

/** A test's state according to its evidence of flakiness, regardless of failures. */
export interface FlakyEpisode {
  state: 'healthy' | 'suspected' | 'flaky' | 'recovering';
  /** `at` of the run that made it flaky; null unless it is flaky or recovering now. */
  becameFlakyAt: number | null;
  /** Counted runs since the last evidence; all of them without evidence. */
  cleanRuns: number;
  flakyRuns: number;
  runs: number;
  lastEvidenceAt: number | null;
}

/**
 * The state of a test with hysteresis, from its counted runs, oldest first.
 *
 * - `suspected` after evidence. `flaky` after evidence with earlier evidence of a different commit (null counts as
 *   its own commit) at most 14 days before it, if flakyRuns / runs is at least 1 % at that time.
 * - `healthy` again after n = 3 / rate runs without evidence, at least 10 and at most 150, from suspected and from
 *   flaky. A flaky test is `recovering` from half of n on. Time alone changes nothing. The rate is the one at the
 *   last evidence: if it included later runs, n would grow as fast as they arrive, and would never be reached.
 * - A failure without evidence is a run without evidence.
 * - Evidence while recovering makes the test flaky again, in the same episode: `becameFlakyAt` stays. When the test
 *   is healthy again, the episode is over. Its runs still count for the 14 days and the rate, so a relapse within
 *   days is flaky at once.
 * - Nothing in an execution with an infrastructure failure is evidence; its runs count like others.
 */
export function deriveFlakyEpisode(history: readonly HistoryRun[]): FlakyEpisode {
  const evidence: HistoryRun[] = [];
  let level: 'healthy' | 'suspected' | 'flaky' = 'healthy';
  let becameFlakyAt: number | null = null;
  let cleanRuns = 0;
  let runsToRecover = 0;
  for (const [index, run] of history.entries()) {
    const runs = index + 1;
    if (isEvidence(run)) {
      if (level !== 'flaky') {
        level = isKnownFlake(run, evidence, runs) ? 'flaky' : 'suspected';
        becameFlakyAt = level === 'flaky' ? run.at : null;
      }
      evidence.push(run);
      cleanRuns = 0;
      runsToRecover = clamp(Math.ceil((3 * runs) / evidence.length), 10, 150);
    } else {
      cleanRuns++;
      if (cleanRuns >= runsToRecover) {
        level = 'healthy';
        becameFlakyAt = null;
      }
    }
  }
  const isRecovering = level === 'flaky' && cleanRuns * 2 >= runsToRecover;
  return {
    state: isRecovering ? 'recovering' : level,
    becameFlakyAt,
    cleanRuns,
    flakyRuns: evidence.length,
    runs: history.length,
    lastEvidenceAt: evidence.at(-1)?.at ?? null,
  };
}

const PAIR_WITHIN_MS = 14 * 24 * 60 * 60 * 1000;

function isEvidence(run: HistoryRun): boolean {
  return run.evidence !== null && !run.infrastructure;
}

/** Whether `run`, the newest of `runs`, makes a known flake together with one of the `earlier` flaky runs. */
function isKnownFlake(run: HistoryRun, earlier: readonly HistoryRun[], runs: number): boolean {
  const isFrequent = (earlier.length + 1) * 100 >= runs;
  const isPartner = ({ at, commit }: HistoryRun) =>
    run.at - at <= PAIR_WITHIN_MS && (commit === null || commit !== run.commit);
  return isFrequent && earlier.some(isPartner);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
