/** Tables of what executions contain. They grow with the number of results, so they are partitioned by week. */
export const RESULTS = `
CREATE TABLE results (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  id uuid NOT NULL,
  test_id uuid NOT NULL,
  upload_id bigint NOT NULL,
  started_at timestamptz,
  week date NOT NULL,
  duration_ms integer NOT NULL,
  last_attempt_ms integer NOT NULL,
  status result_status NOT NULL,
  line integer,
  "column" integer,
  retries smallint NOT NULL,
  flaky boolean NOT NULL,
  expected_failure boolean NOT NULL,
  tags jsonb,
  annotations jsonb,
  owner text,
  PRIMARY KEY (organization_id, execution_id, id, week)
) PARTITION BY RANGE (week);
-- The history of a test by an index-only scan. Includes the week for statements with a condition on the week, which
-- skips partitions.
CREATE INDEX results_by_test ON results (organization_id, test_id, execution_id)
  INCLUDE (status, flaky, last_attempt_ms, week);
-- The tests of an owner. Results without an owner take no space in it.
CREATE INDEX results_by_owner ON results (organization_id, md5(owner), test_id)
  WHERE owner IS NOT NULL;

-- A result without rows had one attempt, with the same outcome as the result.
CREATE TABLE attempts (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  result_id uuid NOT NULL,
  errors_id uuid,
  steps_id uuid,
  stdout_id uuid,
  stderr_id uuid,
  started_at timestamptz,
  week date NOT NULL,
  duration_ms integer NOT NULL,
  status result_status NOT NULL,
  index smallint NOT NULL,
  PRIMARY KEY (organization_id, execution_id, result_id, index, week)
) PARTITION BY RANGE (week);

-- Long texts. Each is stored once per week, under the first 16 bytes of its SHA-256. Errors and steps are JSON.
CREATE TABLE texts (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  week date NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (organization_id, id, week)
) PARTITION BY RANGE (week);

CREATE TABLE execution_files (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  id uuid NOT NULL,
  upload_id bigint NOT NULL,
  file text NOT NULL,
  variant text,
  errors_id uuid,
  stdout_id uuid,
  stderr_id uuid,
  week date NOT NULL,
  duration_ms integer NOT NULL,
  PRIMARY KEY (organization_id, execution_id, id, week)
) PARTITION BY RANGE (week);
`;
