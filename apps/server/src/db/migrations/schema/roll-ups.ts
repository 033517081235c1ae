/**
 * The tables that answers are read from. Failures and flaky results are few, and each has a row here; a result that
 * passed at once or was skipped has none. So questions about failures read as many rows as there are failures, and
 * counting runs reads one index of the results.
 */
export const ROLL_UPS = `
-- The results that failed or timed out, and those that passed after a failed attempt.
CREATE TABLE failing_results (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  result_id uuid NOT NULL,
  test_id uuid NOT NULL,
  upload_id bigint NOT NULL,
  -- The fingerprint of the last failed attempt's first error.
  fingerprint_id uuid NOT NULL,
  -- The fingerprints of its other errors: errors of earlier failed attempts, and causes. Null without other errors.
  further_fingerprints uuid[],
  -- The total duration of all attempts except the last.
  wasted_ms bigint NOT NULL,
  -- Only on the first row of a flaky run: the total duration of all its attempts except the last.
  flaky_run_wasted_ms bigint,
  status result_status NOT NULL,
  flaky boolean NOT NULL,
  -- The test failed here, and passed in parts of another execution with the same code.
  contradicted boolean NOT NULL DEFAULT false,
  -- Includes what counting failed tests needs, so that an outage needs no look at its rows.
  PRIMARY KEY (organization_id, execution_id, result_id) INCLUDE (test_id, fingerprint_id, status)
);
CREATE INDEX failing_results_by_test ON failing_results (organization_id, test_id, execution_id);
-- Includes the tests of a fingerprint: an outage has thousands.
CREATE INDEX failing_results_by_fingerprint
  ON failing_results (organization_id, fingerprint_id, execution_id, test_id) INCLUDE (status);
-- Finds whether any failure still has a fingerprint. Few failures have several.
CREATE INDEX failing_results_by_further_fingerprint ON failing_results USING gin (further_fingerprints)
  WHERE further_fingerprints IS NOT NULL;
CREATE INDEX failing_results_of_flaky_runs ON failing_results (organization_id, execution_id)
  INCLUDE (test_id, flaky_run_wasted_ms) WHERE flaky_run_wasted_ms IS NOT NULL;

-- The failures of an execution with one fingerprint, and the last failure as an example.
CREATE TABLE execution_failures (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  result_id uuid NOT NULL,
  test_id uuid NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (organization_id, execution_id, fingerprint_id)
);

CREATE TABLE fingerprints (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- The 16 bytes after the prefix.
  id uuid NOT NULL,
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
  -- The branches on which the test's newest execution that counts for the branch failed.
  failing_on text[] NOT NULL DEFAULT '{}',
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
-- The few tests whose older evidence does not count. Counting evidence must not read the runs of all other tests.
CREATE INDEX test_states_with_forgotten_evidence ON test_states (organization_id, test_id)
  INCLUDE (evidence_after) WHERE evidence_after IS NOT NULL;

-- News about tests, until their execution settles and one event reports all of it.
CREATE TABLE test_news (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- The type of the event.
  type text NOT NULL CHECK (type IN ('test.flaky', 'test.regressed', 'test.recovered')),
  test_id uuid NOT NULL,
  PRIMARY KEY (organization_id, execution_id, type, test_id),
  CONSTRAINT test_news_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

-- Executions that changed since their last roll-up.
CREATE TABLE execution_changes (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, execution_id)
);
CREATE INDEX execution_changes_oldest ON execution_changes (organization_id, changed_at);
`;
