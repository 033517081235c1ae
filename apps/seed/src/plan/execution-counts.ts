import type { HistoryShape } from '../history-shape.ts';

/** How many executions a project has of which sort; together `executionsPerProject`. */
export interface ExecutionCounts {
  main: number;
  features: number;
  nightly: number;
  /** Of commits that have one already, outages' included. */
  again: number;
}

export function executionCounts(shape: HistoryShape, hasNightly: boolean): ExecutionCounts {
  const total = shape.executionsPerProject;
  const again = total < 5 ? 0 : Math.max(1, Math.round(total * 0.09));
  const nightly = hasNightly ? Math.round(total * 0.12) : 0;
  const features = shape.branches > 1 ? Math.round((total - again - nightly) * 0.38) : 0;
  return { main: total - again - nightly - features, features, nightly, again };
}
