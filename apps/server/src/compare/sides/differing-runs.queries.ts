import type { ComparedRun } from '@svc/analysis/compare/compare-executions';
import type { DurationThresholds, MachineChange } from '@svc/analysis/compare/machine-change';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import { isTestWithId } from '../../db/conditions/look-ups.ts';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import type { Sides } from './execution-references.ts';
import { DIFFERS, MATCHED_TESTS } from './matched-tests.queries.ts';

/** A result with the fields that the answer shows. */
export interface StoredRun extends ComparedRun {
  resultId: string;
  line: number | null;
  owner: string | null;
  retries: number;
}

/** Parallel columns: transferring a row per result costs more in the driver than reading it costs Postgres. */
interface RunColumns {
  side: keyof Sides;
  /** False when both sides together are too much to compare: the columns are then empty. */
  fits: boolean;
  baseTests: number;
  machineFactor: number | null;
  logDeviation: number | null;
  resultIds: string[] | null;
  testIds: string[] | null;
  statuses: ComparedRun['status'][] | null;
  flaky: boolean[] | null;
  durationsMs: number[] | null;
  lines: (number | null)[] | null;
  owners: (string | null)[] | null;
  retries: number[] | null;
  files: string[] | null;
  variants: (string | null)[] | null;
}

/** The results of each side that a comparison needs. */
export interface DifferingRuns extends Record<keyof Sides, StoredRun[]> {
  /** The number of all tests of the base, including tests that do not differ. */
  baseTests: number;
  /** Null: too few tests passed in both. */
  machine: MachineChange | null;
}

/**
 * All results on both sides of the tests that may appear in a list of the comparison, and how the machine changed.
 * File is '' and variant null unless `withFiles`. Most tests passed twice in about the same time: filtering them here
 * costs a tenth of comparing them in Node. Reads a part of the primary key on each side.
 * @throws SvcError BAD_REQUEST for more results than a comparison may hold.
 */
export async function readDifferingRuns(
  scope: Scope,
  { base, head, options, withFiles }: Sides & { options: DurationThresholds; withFiles: boolean },
): Promise<DifferingRuns> {
  const sides = await scope.query<RunColumns>(
    `WITH base AS MATERIALIZED (
       ${resultsOf(base, ['$2', '$3'])}
     ), head AS MATERIALIZED (
       ${resultsOf(head, ['$4', '$5'])}
     ), ${MATCHED_TESTS}, differing AS MATERIALIZED (
       -- The planner takes the limit as its estimate. With a greater limit it would search this list instead of hashing
       -- it.
       SELECT test_id, results, owner_bytes
       FROM matched
       WHERE ${DIFFERS}
       LIMIT ${COMPARE_LIMITS.results + 1}
     ), weighed AS MATERIALIZED (
       SELECT coalesce(sum(results), 0) <= ${COMPARE_LIMITS.results}
                AND coalesce(sum(owner_bytes${withFiles ? ` + results * ${FILE_BYTES}` : ''}), 0) <= ${COMPARE_LIMITS.textBytes} AS fits
       FROM differing
       ${withFiles ? filesOf('differing') : ''}
     )
     ${columnsOf('base', withFiles)}
     UNION ALL
     ${columnsOf('head', withFiles)}`,
    [
      scope.organizationId,
      base.id,
      base.week,
      head.id,
      head.week,
      options.minDurationMs,
      options.durationThreshold,
    ],
  );
  if (sides.some(({ fits }) => !fits)) throw buildTooMuchDiffersError();
  const { baseTests = 0, machineFactor = null, logDeviation = null } = sides[0] ?? {};
  return {
    base: toStoredRuns('base', sides),
    head: toStoredRuns('head', sides),
    baseTests,
    machine:
      machineFactor === null || logDeviation === null
        ? null
        : { factor: machineFactor, logDeviation },
  };
}

function buildTooMuchDiffersError(): SvcError {
  const { results, textBytes } = COMPARE_LIMITS;
  return new SvcError(
    'BAD_REQUEST',
    `These executions differ in more than ${results} results, or in results with more than ${textBytes / 1024 / 1024} MiB of owners and files. That is too much to compare.`,
  );
}

const COLUMNS = 'id, test_id, status, flaky, last_attempt_ms, line, owner, retries';

/** The execution's own results, and those of the parts that it carries from earlier attempts of its CI run. */
function resultsOf({ shardsCarried }: ExecutionRow, [id, week]: [string, string]): string {
  const own = `SELECT ${COLUMNS}
       FROM results
       WHERE organization_id = $1 AND execution_id = ${id} AND week = ${week}`;
  if (shardsCarried === 0) return own;
  const carried = `FROM carried_parts
           WHERE carried_parts.organization_id = $1 AND carried_parts.execution_id = ${id}`;
  return `${own}
       UNION ALL
       SELECT ${COLUMNS}
       FROM results
       WHERE organization_id = $1
         AND execution_id = ANY (ARRAY(
           SELECT source_id ${carried}))
         AND (execution_id, upload_id) IN (
           SELECT source_id, upload_id ${carried})`;
}

/** File and variant of each test. Looks each test up by its id, so that the plan does not depend on statistics. */
function filesOf(tests: 'differing' | keyof Sides): string {
  return `CROSS JOIN LATERAL (
         SELECT file, variant
         FROM tests
         WHERE ${isTestWithId(`${tests}.test_id`)}
         OFFSET 0
       ) AS files`;
}

const FILE_BYTES = '(octet_length(files.file) + coalesce(octet_length(files.variant), 0))';

function columnsOf(side: keyof Sides, withFiles: boolean): string {
  return `SELECT '${side}' AS side,
            (SELECT fits FROM weighed) AS fits,
            (SELECT count(*) FROM base_tests)::integer AS "baseTests",
            (SELECT factor FROM machine) AS "machineFactor",
            (SELECT deviation FROM spread) AS "logDeviation",
            json_agg(runs.id) AS "resultIds",
            json_agg(replace(runs.test_id::text, '-', '')) AS "testIds",
            json_agg(runs.status) AS statuses,
            json_agg(runs.flaky) AS flaky,
            json_agg(runs.last_attempt_ms) AS "durationsMs",
            json_agg(runs.line) AS lines,
            json_agg(runs.owner) AS owners,
            json_agg(runs.retries) AS retries,
            ${withFiles ? 'json_agg(runs.file)' : 'NULL::json'} AS files,
            ${withFiles ? 'json_agg(runs.variant)' : 'NULL::json'} AS variants
     FROM (
       SELECT ${side}.*${withFiles ? ', files.file, files.variant' : ''}
       FROM ${side}
       ${withFiles ? filesOf(side) : ''}
       -- IS TRUE keeps the planner from making this a join. Without statistics, as after a large upload, it would
       -- expect one row and compare each result with each test. With IS TRUE it looks up each result in a hash.
       WHERE (SELECT fits FROM weighed)
         AND (${side}.test_id IN (SELECT test_id FROM differing)) IS TRUE
       ORDER BY ${side}.id
     ) AS runs`;
}

function toStoredRuns(side: keyof Sides, sides: readonly RunColumns[]): StoredRun[] {
  const columns = sides.find((one) => one.side === side);
  if (columns === undefined) throw new Error('an aggregate without groups has one row');
  const { resultIds, testIds, statuses, flaky, durationsMs, files, variants } = columns;
  const { lines, owners, retries } = columns;
  return (resultIds ?? []).map((resultId, at): StoredRun => ({
    resultId,
    testId: testIds?.[at] ?? '',
    status: statuses?.[at] ?? 'skipped',
    flaky: flaky?.[at] ?? false,
    durationMs: durationsMs?.[at] ?? 0,
    line: lines?.[at] ?? null,
    owner: owners?.[at] ?? null,
    retries: retries?.[at] ?? 0,
    file: files?.[at] ?? '',
    variant: variants?.[at] ?? null,
  }));
}
