import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { HistoryRun } from '@svc/analysis/flakiness/test-state';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  SPEAKS,
  IS_INFRASTRUCTURE,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import { OUTCOME_OF_RESULTS, type RecentRun } from '../history/recent-runs.queries.ts';
import { findWeekSpan } from '../history/week-span.queries.ts';
import { isCountedOutcome } from '../db/conditions/counted-runs.ts';

// The number of runs that change points are searched in.
const NEWEST_RUNS = 200;

interface Row {
  testId: string;
  executionId: string;
  at: Date;
  commit: string | null;
  outcome: RecentRun['outcome'];
  contradicted: boolean;
  infrastructure: boolean;
}

/**
 * The newest 200 counted runs of each test in the window's executions that count for one branch, oldest first, as if
 * the branch were the default one. Reads the index results_by_test.
 */
export async function readBranchHistories(
  scope: Scope,
  {
    filter,
    testIds,
  }: { filter: { from: Date; to: Date; branch: string }; testIds: readonly string[] },
): Promise<Map<string, HistoryRun[]>> {
  const weeks = await findWeekSpan(scope, filter);
  if (weeks === null || testIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const rows = await scope.query<Row>(
    `WITH matching AS MATERIALIZED (
       SELECT id, started_at, commit, ${IS_INFRASTRUCTURE} AS infrastructure
       FROM executions
       WHERE ${executionConditions(filter, value)}
         AND ${SPEAKS}
     ), runs AS (
       SELECT results.test_id,
              results.execution_id,
              ${OUTCOME_OF_RESULTS} AS outcome
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
       GROUP BY results.test_id, results.execution_id
     ), counted_runs AS (
       SELECT runs.*,
              matching.started_at,
              matching.commit,
              matching.infrastructure,
              row_number() OVER (
                PARTITION BY runs.test_id
                ORDER BY matching.started_at DESC, matching.id DESC) AS age
       FROM runs
       JOIN matching ON matching.id = runs.execution_id
       WHERE ${isCountedOutcome('runs.outcome')}
     )
     SELECT replace(counted_runs.test_id::text, '-', '') AS "testId",
            counted_runs.execution_id AS "executionId",
            counted_runs.started_at AS at,
            counted_runs.commit,
            counted_runs.outcome,
            counted_runs.infrastructure,
            counted_runs.outcome IN ('failed', 'timedOut') AND EXISTS (
              SELECT 1 FROM failing_results
              WHERE failing_results.organization_id = $1
                AND failing_results.test_id = counted_runs.test_id
                AND failing_results.execution_id = counted_runs.execution_id
                AND failing_results.contradicted) AS contradicted
     FROM counted_runs
     WHERE counted_runs.age <= ${NEWEST_RUNS}
     ORDER BY counted_runs.test_id, counted_runs.age DESC`,
    bind,
  );
  const ofTest = Map.groupBy(rows, (row) => row.testId);
  return new Map([...ofTest].map(([testId, runs]) => [testId, runs.map(toHistoryRun)]));
}

function toHistoryRun({
  at,
  executionId,
  commit,
  outcome,
  contradicted,
  infrastructure,
}: Row): HistoryRun {
  return {
    at: at.getTime(),
    executionId,
    commit,
    outcome: isFailure(outcome) ? 'failed' : 'passed',
    evidence: deriveEvidence({ outcome, contradicted, infrastructure }),
    onDefaultBranch: true,
    infrastructure,
  };
}

function deriveEvidence({
  outcome,
  contradicted,
  infrastructure,
}: Pick<Row, 'outcome' | 'contradicted' | 'infrastructure'>): HistoryRun['evidence'] {
  if (infrastructure) return null;
  if (outcome === 'flaky') return 'retry';
  return contradicted ? 'contradiction' : null;
}
