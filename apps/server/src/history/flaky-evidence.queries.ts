import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** The evidence of a test's flakiness in the matching executions. */
export interface FlakyEvidence {
  testId: string;
  flakyRuns: number;
  firstFlakyAt: Date;
  lastFlakyAt: Date;
  /** The framework of the last flaky run's execution. */
  framework: string;
  /** The duration of all attempts of the flaky runs except the last ones. */
  wastedMs: number;
}

/** Parallel columns: transferring a row for each of a thousand tests costs more in the driver than in Postgres. */
interface EvidenceColumns {
  testIds: string[] | null;
  flakyRuns: number[] | null;
  firstFlakyMs: number[] | null;
  lastFlakyMs: number[] | null;
  frameworks: string[] | null;
  wastedMs: number[] | null;
}

/**
 * The flaky runs of each test that has any, at most one per execution. Runs before the test's latest change point do
 * not count. Reads only the indexes failing_results_of_flaky_runs and test_states_with_forgotten_evidence.
 * @see docs/read/definitions.md, "Flaky runs"
 */
export async function readFlakyEvidence(
  scope: Scope,
  { filter, testIds }: { filter: ExecutionsFilter; testIds?: readonly string[] },
): Promise<Map<string, FlakyEvidence>> {
  const { bind, value } = createBinds(scope.organizationId);
  const [columns] = await scope.query<EvidenceColumns>(
    // Grouping and sorting by age (an integer) is cheaper than by start time.
    `WITH matching AS MATERIALIZED (
       SELECT id, started_at, framework, row_number() OVER (ORDER BY started_at DESC) AS age
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), forgotten AS MATERIALIZED (
       SELECT test_id, evidence_after
       FROM test_states
       WHERE organization_id = $1 AND evidence_after IS NOT NULL
     ), of_tests AS (
       SELECT failing_results.test_id,
              count(*) AS flaky_runs,
              min(matching.age) AS newest,
              max(matching.age) AS oldest,
              sum(failing_results.flaky_run_wasted_ms) AS wasted_ms
       FROM matching
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = matching.id
                           AND failing_results.flaky_run_wasted_ms IS NOT NULL
       LEFT JOIN forgotten ON forgotten.test_id = failing_results.test_id
       WHERE (forgotten.evidence_after IS NULL OR matching.started_at > forgotten.evidence_after)
         ${ofTests(testIds, value)}
       GROUP BY failing_results.test_id
     )
     SELECT json_agg(replace(of_tests.test_id::text, '-', '')) AS "testIds",
            json_agg(of_tests.flaky_runs) AS "flakyRuns",
            json_agg(${beganMs('oldest')}) AS "firstFlakyMs",
            json_agg(${beganMs('newest')}) AS "lastFlakyMs",
            json_agg(newest.framework) AS frameworks,
            json_agg(of_tests.wasted_ms) AS "wastedMs"
     FROM of_tests
     JOIN matching AS newest ON newest.age = of_tests.newest
     JOIN matching AS oldest ON oldest.age = of_tests.oldest`,
    bind,
  );
  return new Map(
    (columns?.testIds ?? []).map((testId, at) => [testId, toFlakyEvidence(testId, columns, at)]),
  );
}

/** An execution's start time as a number, because JSON has no dates. */
function beganMs(execution: string): string {
  return `floor(extract(epoch FROM ${execution}.started_at) * 1000)`;
}

function toFlakyEvidence(
  testId: string,
  columns: EvidenceColumns | undefined,
  at: number,
): FlakyEvidence {
  return {
    testId,
    flakyRuns: columns?.flakyRuns?.[at] ?? 0,
    firstFlakyAt: new Date(columns?.firstFlakyMs?.[at] ?? Number.NaN),
    lastFlakyAt: new Date(columns?.lastFlakyMs?.[at] ?? Number.NaN),
    framework: columns?.frameworks?.[at] ?? '',
    wastedMs: columns?.wastedMs?.[at] ?? 0,
  };
}

function ofTests(testIds: readonly string[] | undefined, value: BindValue): string {
  return testIds === undefined
    ? ''
    : `AND failing_results.test_id = ANY (${value(toArrayLiteral(testIds))}::uuid[])`;
}
