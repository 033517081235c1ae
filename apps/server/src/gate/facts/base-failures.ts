import type { Scope } from '../../db/scope.ts';
import {
  readBaseExecutions,
  type BaseExecution,
} from '../../history/executions/base-executions.queries.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import { listGateFailures, type GateState, type StoredGateFailure } from './gate-facts.queries.ts';

/** The execution of the base branch that a change is compared with. */
export interface GateBase extends BaseExecution {
  branch: string;
}

// Limit of the failures of the base that are read. Only a mass failure has so many.
const BASE_FAILURES_MOST = 10_000;

/** Finds the execution that shows which failures were there without the change. Null on the base branch itself. */
export async function findGateBase(
  scope: Scope,
  execution: ExecutionRow,
  state: GateState,
): Promise<GateBase | null> {
  const { baseBranch: branch } = state;
  if (branch === null || execution.git['branch'] === branch) return null;
  const bases = await readBaseExecutions(scope, [{ ...execution, ...state }]);
  const [base] = bases.get(execution.id) ?? [];
  return base === undefined ? null : { ...base, branch };
}

/** Returns the ids of the results whose test failed in the base with the same errors. */
export async function listFailuresOfBase(
  scope: Scope,
  base: GateBase | null,
  failures: readonly StoredGateFailure[],
): Promise<Set<string>> {
  if (base === null || failures.length === 0) return new Set();
  const before = await listGateFailures(scope, {
    executionId: base.id,
    testIds: [...new Set(failures.map(({ testId }) => testId))],
    of: 'these',
    limit: BASE_FAILURES_MOST,
  });
  const known = new Map<string, Set<string>>();
  for (const failure of before) {
    const ofTest = known.get(failure.testId) ?? new Set();
    for (const one of collectErrors(failure)) ofTest.add(one);
    known.set(failure.testId, ofTest);
  }
  const old = failures.filter((failure) => {
    const ofTest = known.get(failure.testId);
    return ofTest !== undefined && collectErrors(failure).every((one) => ofTest.has(one));
  });
  return new Set(old.map(({ resultId }) => resultId));
}

function collectErrors({ fingerprint, further }: StoredGateFailure): string[] {
  return [fingerprint, ...further];
}
