/** How long data is kept and how much of it, and what stays of deleted results. */
export const LIFETIME = `
-- How many days an organization keeps each kind of data. Null means without limit.
CREATE TABLE retention (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  results_days integer,
  artifacts_days integer,
  roll_ups_days integer
);

-- Null: the server's default. 0: no limit.
CREATE TABLE quotas (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  -- Whole numbers up to 2^53, which JavaScript reads as numbers.
  results double precision,
  artifact_bytes double precision
);

-- Stored amounts of each organization, so that an upload need not count it. A job counts and corrects it.
CREATE TABLE organization_usage (
  organization_id uuid NOT NULL REFERENCES organizations,
  -- An organization's usage is the sum of its rows. Concurrent uploads add to different rows.
  slot smallint NOT NULL,
  results bigint NOT NULL,
  artifact_bytes bigint NOT NULL,
  -- The organization's data revision is the sum of its rows. It rises with each change that answers may show.
  revision bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, slot)
);

-- Executions of deleted projects whose results, files and texts a job still has to erase. Their rows in executions
-- are gone, so that no answer finds them.
CREATE TABLE deleted_executions (
  organization_id uuid NOT NULL REFERENCES organizations,
  execution_id uuid NOT NULL,
  -- The week of its results.
  week date NOT NULL,
  PRIMARY KEY (organization_id, execution_id)
);

-- The counts of a test's results that retention deleted: one row for each day (UTC), branch, framework, environment and
-- whether they are from CI.
CREATE TABLE test_days (
  organization_id uuid NOT NULL,
  test_id uuid NOT NULL,
  day date NOT NULL,
  -- Hash of branch, framework and environment, which may be too long for a key.
  slice_id uuid NOT NULL,
  branch text,
  framework text NOT NULL,
  environment_name text,
  from_ci boolean NOT NULL,
  runs integer NOT NULL,
  failures integer NOT NULL,
  -- Sum and number of the last attempts' durations.
  duration_ms bigint NOT NULL,
  durations integer NOT NULL,
  PRIMARY KEY (organization_id, test_id, day, slice_id)
);
CREATE INDEX test_days_by_day ON test_days (organization_id, day);

-- The rest that retention keeps of results that states of tests depend on: test_states is derived from this and from
-- results.
CREATE TABLE expired_runs (
  organization_id uuid NOT NULL,
  test_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- The newest runs of a test that was watched (history/packed-runs.ts).
  runs bytea NOT NULL,
  -- Retention deleted no other run of the test.
  whole boolean NOT NULL,
  -- Evidence up to then was forgotten, for a reason that is not stored any more.
  evidence_after timestamptz,
  PRIMARY KEY (organization_id, test_id),
  CONSTRAINT expired_runs_test FOREIGN KEY (organization_id, test_id)
    REFERENCES tests (organization_id, id)
);
CREATE INDEX expired_runs_of_project ON expired_runs (organization_id, project_id);
`;
