import type { TestState } from '@svc/contract/executions/outcomes';
import { isCounted, type RunOfTest } from './runs/test-runs.ts';

interface FlakyFacts {
  state: TestState;
  runs: number;
  flakyRuns: number;
  /** When the newest flaky run began; null without one. */
  lastFlakyAt: string | null;
}

export interface Recovery {
  /** Runs without evidence since the newest flaky run. */
  clean: number;
  /** How many of them end the state. */
  needed: number;
}

const FEWEST = 10;
const MOST = 150;

/**
 * What is left until the test counts as healthy again: 3 / rate runs without evidence, between 10 and 150. Computed
 * from the runs on the page; the server judges by all runs. Null for a test that has nothing to recover from.
 * @see docs/read/definitions.md, "State"
 */
export function recoveryOf(
  { state, runs, flakyRuns, lastFlakyAt }: FlakyFacts,
  history: readonly Pick<RunOfTest, 'at' | 'outcome'>[],
): Recovery | null {
  if (!['suspected', 'flaky', 'recovering'].includes(state)) return null;
  if (lastFlakyAt === null || flakyRuns === 0) return null;
  const clean = history.filter((run) => isCounted(run) && run.at > lastFlakyAt).length;
  const runsThen = Math.max(runs - clean, flakyRuns);
  const needed = Math.min(Math.max(Math.ceil((3 * runsThen) / flakyRuns), FEWEST), MOST);
  return { clean: Math.min(clean, needed), needed };
}
