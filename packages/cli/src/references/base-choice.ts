import { baseChoiceOf } from '@svc/analysis/base-choice';
import type { Comparison } from '@svc/contract/executions/compare';
import type { ExecutionReference } from './execution-reference.ts';

/** The comparison with how its base was chosen: svc looks references up itself, and the server only sees ids. */
export function withBaseChoice(comparison: Comparison, typed: ExecutionReference): Comparison {
  if (typed.kind === 'id' || typed.kind === 'number') return comparison;
  const branch = typed.kind === 'branch' ? typed.branch : undefined;
  return { ...comparison, baseChoice: baseChoiceOf(comparison, branch) };
}
