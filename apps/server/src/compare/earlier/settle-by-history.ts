import type {
  ComparedTest,
  Comparison,
  SettledList,
} from '@svc/analysis/compare/compare-executions';
import type { MachineChange } from '@svc/analysis/compare/machine-change';
import type { Scope } from '../../db/scope.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { findNoisyTests } from './noisy-tests.ts';
import { settleTests } from './settle-tests.ts';

/** The lists of a comparison, without unsettled tests. */
export type Settled = Omit<Comparison<StoredRun>, 'unsettled'>;

/**
 * Answers from earlier executions of the base's branch what the two executions leave open. How did a test end there
 * last that the base did not run? Is a test new that the base may have lacked by accident (from the newest 1,000
 * executions)? Is a head's duration noise because it is like earlier ones, or because the durations of all tests differ
 * as much?
 */
export async function settleByHistory(
  scope: Scope,
  {
    base,
    head,
    compared,
    machine,
  }: Sides & { compared: Comparison<StoredRun>; machine: MachineChange | null },
): Promise<Settled> {
  const { unsettled, ...found } = compared;
  const [settled, noise] = await Promise.all([
    settleTests(scope, { base, head, unsettled }),
    findNoisyTests(scope, { base, changed: [...found.slower, ...found.faster], machine }),
  ]);
  const isChange = ({ testId }: ComparedTest): boolean => !noise.has(testId);
  const settledIn = (list: SettledList) => settled.get(list) ?? [];
  return {
    ...found,
    regressions: [...found.regressions, ...settledIn('regressions')],
    improvements: [...found.improvements, ...settledIn('improvements')],
    stillFailing: [...found.stillFailing, ...settledIn('stillFailing')],
    newlyFlaky: [...found.newlyFlaky, ...settledIn('newlyFlaky')],
    newTests: [...found.newTests, ...settledIn('newTests')],
    slower: found.slower.filter(isChange),
    faster: found.faster.filter(isChange),
  };
}
