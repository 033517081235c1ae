import type { Migration, MigrationContext } from '../migration.ts';

// The tables that answers are read from. Failures and flaky results are few, and each has a row here; a result that
// passed at once or was skipped has none. So questions about failures read as many rows as there are failures, and
// counting runs reads one index of the results.
const COLUMNS = `
ALTER TABLE projects ADD COLUMN default_branch text;

ALTER TABLE executions
  -- Sum of the last attempts' durations of the results that passed or failed.
  ADD COLUMN counted_duration_ms bigint NOT NULL DEFAULT 0,
  ADD COLUMN base_branch text GENERATED ALWAYS AS (nullif(git ->> 'baseBranch', '')) STORED,
  -- When retention deleted its results. Roll-ups derived from them are kept.
  ADD COLUMN results_expired_at timestamptz;

-- Equal for parts of executions with the same commit, clean tree and environment: a test that passes in one and fails
-- in another contradicts itself. The environment includes the major version of the runtime. For parts that exist
-- already, only the environment of their execution is known.
ALTER TABLE execution_shards ADD COLUMN same_code uuid;
UPDATE execution_shards SET same_code = md5(
    project_id::text || E'\\n' || lower(git ->> 'commit') || E'\\n' ||
    coalesce(environment ->> 'name', '') || E'\\n' ||
    coalesce(environment ->> 'os', '') || E'\\n' ||
    coalesce(environment ->> 'arch', '') || E'\\n' ||
    coalesce(regexp_replace(environment ->> 'runtime', '^(\\S+ v?\\d+)\\..*$', '\\1'), ''))::uuid
  FROM executions
  WHERE executions.organization_id = execution_shards.organization_id
    AND executions.id = execution_shards.execution_id
    AND nullif(git ->> 'commit', '') IS NOT NULL
    AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb;

-- Metrics and trends read a few figures of every execution of the window. A row has about a kilobyte, the figures are
-- small. With the figures in the index that finds the executions of a window, 300,000 executions take 0.2 s instead of
-- 1.1 s. The index does not include branch and environment, because an index entry has no room for long texts.
DROP INDEX executions_newest;
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC)
  INCLUDE (project_id, framework, week, ended_at, status, passed, failed, timed_out, skipped,
    interrupted, flaky, counted_duration_ms)
  WHERE number IS NOT NULL;
CREATE INDEX execution_shards_of_same_code
  ON execution_shards (organization_id, same_code, execution_id, shard_id)
  WHERE same_code IS NOT NULL;
-- Finds what retention deletes, week by week.
CREATE INDEX executions_by_week ON executions (organization_id, week, id);

ALTER TABLE results ADD COLUMN last_attempt_ms integer;
`;

// One week at a time: naming the partition's week limits the UPDATE to the rows of that partition.
const LAST_ATTEMPTS_OF_WEEK = `
UPDATE results SET last_attempt_ms = coalesce(
  (SELECT duration_ms FROM attempts
   WHERE attempts.organization_id = results.organization_id
     AND attempts.execution_id = results.execution_id
     AND attempts.result_id = results.id
     AND attempts.week = $1
   ORDER BY index DESC LIMIT 1),
  duration_ms)
WHERE week = $1
`;

const INDEXES_AND_TABLES = `
ALTER TABLE results ALTER COLUMN last_attempt_ms SET NOT NULL;
-- The history of a test by an index-only scan. Includes the week for statements with a condition on the week, which
-- skips partitions.
CREATE INDEX results_by_test ON results (organization_id, test_id, execution_id)
  INCLUDE (status, flaky, last_attempt_ms, week);

-- The tests of an owner. Results without an owner take no space in it.
CREATE INDEX results_by_owner ON results (organization_id, md5(owner), test_id)
  WHERE owner IS NOT NULL;

-- Tests in the order of their list. Indexes the beginning of the texts, because an index entry cannot hold the longest.
CREATE INDEX tests_by_file ON tests (
  organization_id, (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
CREATE INDEX tests_of_project_by_file ON tests (
  organization_id, project_id,
  (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);

-- The results that failed or timed out, and those that passed after a failed attempt.
CREATE TABLE failing_results (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  result_id uuid NOT NULL,
  test_id uuid NOT NULL,
  shard_id bigint NOT NULL,
  -- The fingerprint of the last failed attempt's first error.
  fingerprint_id uuid NOT NULL,
  -- The total duration of all attempts except the last.
  wasted_ms bigint NOT NULL,
  status result_status NOT NULL,
  flaky boolean NOT NULL,
  -- The test failed here, and passed in parts of another execution with the same code.
  contradicted boolean NOT NULL DEFAULT false,
  -- Only on the first row of a flaky run: the total duration of all its attempts except the last.
  flaky_run_wasted_ms bigint,
  -- Includes what counting failed tests needs, so that an outage needs no look at its rows.
  PRIMARY KEY (organization_id, execution_id, result_id) INCLUDE (test_id, fingerprint_id, status),
  CONSTRAINT failing_results_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX failing_results_by_test ON failing_results (organization_id, test_id, execution_id);
CREATE INDEX failing_results_of_flaky_runs ON failing_results (organization_id, execution_id)
  INCLUDE (test_id, flaky_run_wasted_ms) WHERE flaky_run_wasted_ms IS NOT NULL;
CREATE INDEX failing_results_by_fingerprint
  ON failing_results (organization_id, fingerprint_id, execution_id);

-- The failures of an execution with one fingerprint, and the last failure as an example.
CREATE TABLE execution_failures (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  result_id uuid NOT NULL,
  test_id uuid NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (organization_id, execution_id, fingerprint_id),
  CONSTRAINT execution_failures_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE fingerprints (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- The 16 bytes after the version.
  id uuid NOT NULL,
  version smallint NOT NULL,
  pattern text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, project_id, id),
  CONSTRAINT fingerprints_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);

CREATE TYPE test_state AS ENUM ('healthy', 'suspected', 'flaky', 'recovering', 'broken');

-- The states of tests. A test without a row is healthy.
CREATE TABLE test_states (
  organization_id uuid NOT NULL,
  test_id uuid NOT NULL,
  project_id uuid NOT NULL,
  state test_state NOT NULL,
  -- The newest evidence of flakiness that does not count. Null if all evidence counts.
  evidence_after timestamptz,
  since jsonb,
  became_flaky_at timestamptz,
  broken_since timestamptz,
  -- A run without a failure can change the row too.
  watched boolean NOT NULL,
  -- Its newest counted runs (history/packed-runs), and the start of the first of them if there are earlier ones.
  runs bytea NOT NULL,
  runs_from timestamptz,
  PRIMARY KEY (organization_id, test_id),
  CONSTRAINT test_states_test FOREIGN KEY (organization_id, test_id)
    REFERENCES tests (organization_id, id)
);
CREATE INDEX test_states_unhealthy ON test_states (organization_id, project_id, state)
  WHERE state <> 'healthy';

-- Executions that changed since their last roll-up.
CREATE TABLE execution_changes (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Derive again, from stored results, what an upload derives when it arrives.
  derive boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, execution_id)
);
INSERT INTO execution_changes (organization_id, execution_id, changed_at, derive)
  SELECT organization_id, id, now(), true FROM executions WHERE number IS NOT NULL;
CREATE INDEX execution_changes_oldest ON execution_changes (organization_id, changed_at);

-- The counts of a test's results that retention deleted: one row for each day (UTC), branch, framework and
-- environment.
CREATE TABLE test_days (
  organization_id uuid NOT NULL,
  test_id uuid NOT NULL,
  day date NOT NULL,
  -- Hash of branch, framework and environment, which may be too long for a key.
  slice_id uuid NOT NULL,
  branch text,
  framework text NOT NULL,
  environment_name text,
  runs integer NOT NULL,
  failures integer NOT NULL,
  -- Sum and number of the last attempts' durations.
  duration_ms bigint NOT NULL,
  durations integer NOT NULL,
  PRIMARY KEY (organization_id, test_id, day, slice_id)
);
CREATE INDEX test_days_by_day ON test_days (organization_id, day);

-- How many days an organization keeps each kind of data. Null means without limit.
CREATE TABLE retention (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  results_days integer,
  artifacts_days integer,
  roll_ups_days integer
);
`;

const DOWN = `
DROP TABLE retention, test_days, execution_changes, test_states, fingerprints, execution_failures,
  failing_results;
DROP TYPE test_state;
DROP INDEX tests_of_project_by_file, tests_by_file, results_by_owner, results_by_test;
ALTER TABLE results DROP COLUMN last_attempt_ms;
DROP INDEX executions_by_week, execution_shards_of_same_code, executions_newest;
ALTER TABLE execution_shards DROP COLUMN same_code;
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC);
ALTER TABLE executions
  DROP COLUMN results_expired_at,
  DROP COLUMN base_branch,
  DROP COLUMN counted_duration_ms;
ALTER TABLE projects DROP COLUMN default_branch;
`;

export const rollUps: Migration = {
  name: '0003-roll-ups',
  up: async (context) => {
    const { transaction, say } = context;
    await transaction.query(COLUMNS);
    const results = await noteLastAttempts(context);
    if (results > 0) say(`0003-roll-ups: making indexes of ${results} results`);
    await transaction.query(INDEXES_AND_TABLES);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};

/** Rewrites every row, one week at a time, and prints progress. Returns the number of rows. */
async function noteLastAttempts({ transaction, say }: MigrationContext): Promise<number> {
  const weeks = await transaction.query<{ week: string; results: number }>(
    'SELECT week::text AS week, count(*)::float8 AS results FROM results GROUP BY week ORDER BY week',
  );
  const all = weeks.reduce((sum, { results }) => sum + results, 0);
  if (all > 0) say(`0003-roll-ups: noting how long the last attempt of ${all} results took`);
  let done = 0;
  for (const { week, results } of weeks) {
    await transaction.query(LAST_ATTEMPTS_OF_WEEK, [week]);
    done += results;
    say(`0003-roll-ups: ${done} of ${all} results, those of the week of ${week} among them`);
  }
  return all;
}
