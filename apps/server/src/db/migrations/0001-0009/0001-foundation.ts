import type { Migration } from '../migration.ts';

// Every tenant table has organization_id first in its primary key and in every unique index, so that
// the schema can be distributed by it. `week` (the Monday, in UTC, of the week in which an execution's
// first upload arrived) is the partition key of all that grows with the number of results: the rows
// of one execution lie in one partition, and retention drops whole partitions.
const UP = `
CREATE TYPE result_status AS ENUM ('passed', 'failed', 'timedOut', 'skipped', 'interrupted');
CREATE TYPE execution_status AS ENUM ('running', 'passed', 'failed', 'interrupted');

CREATE TABLE organizations (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  reads_per_minute integer,
  writes_per_minute integer,
  created_at timestamptz NOT NULL,
  created_by text,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, id)
);

-- Finds the organization of a key. Contains nothing else, so that it stays small.
CREATE TABLE api_key_hashes (
  hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL
);

-- Counts per minute, which are worthless afterwards. Unlogged, so that counting writes no write-ahead log.
CREATE UNLOGGED TABLE rate_limits (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  requests integer NOT NULL,
  PRIMARY KEY (subject, window_start)
);

CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  -- The text as sent, so that a repeated upload gets the same bytes.
  answer json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (organization_id, created_at);

CREATE TABLE projects (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  last_execution_number integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_name UNIQUE (organization_id, name)
);

CREATE TABLE executions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  key text NOT NULL,
  number integer,
  week date NOT NULL,
  name text,
  framework text NOT NULL,
  framework_version text,
  reporter jsonb NOT NULL,
  status execution_status NOT NULL,
  failed_reported boolean NOT NULL,
  interrupted_reported boolean NOT NULL,
  has_file_errors boolean NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  merged boolean NOT NULL,
  shards_expected integer NOT NULL,
  shards_received integer NOT NULL,
  passed integer NOT NULL,
  failed integer NOT NULL,
  timed_out integer NOT NULL,
  skipped integer NOT NULL,
  interrupted integer NOT NULL,
  flaky integer NOT NULL,
  git jsonb NOT NULL,
  ci jsonb NOT NULL,
  environment jsonb NOT NULL,
  tags text[] NOT NULL,
  partial text[] NOT NULL,
  errors jsonb NOT NULL,
  branch text GENERATED ALWAYS AS (git ->> 'branch') STORED,
  commit text GENERATED ALWAYS AS (lower(git ->> 'commit')) STORED,
  commit_message text GENERATED ALWAYS AS (git ->> 'message') STORED,
  pull_request integer GENERATED ALWAYS AS ((ci ->> 'pullRequest')::integer) STORED,
  environment_name text GENERATED ALWAYS AS (environment ->> 'name') STORED,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT executions_key UNIQUE (organization_id, project_id, key),
  CONSTRAINT executions_number UNIQUE (organization_id, project_id, number),
  CONSTRAINT executions_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC);
CREATE INDEX executions_newest_of_project
  ON executions (organization_id, project_id, started_at DESC, id DESC);
CREATE INDEX executions_newest_of_branch
  ON executions (organization_id, md5(branch), started_at DESC, id DESC);
CREATE INDEX executions_by_commit ON executions (organization_id, left(commit, 64) text_pattern_ops);
CREATE INDEX executions_waiting ON executions (organization_id, updated_at) WHERE status = 'running';

-- The uploads of an execution: one row for each shard of each job and environment.
CREATE TABLE execution_shards (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  shard_id bigint NOT NULL,
  -- Identifies shards that belong together: those of one job in one environment. shard_total of them are expected.
  group_id bigint NOT NULL,
  shard_index integer,
  shard_total integer,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, execution_id, shard_id),
  CONSTRAINT execution_shards_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE tests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  variant text,
  file text NOT NULL,
  title_path jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT tests_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);

CREATE TABLE results (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  id uuid NOT NULL,
  test_id uuid NOT NULL,
  shard_id bigint NOT NULL,
  started_at timestamptz,
  week date NOT NULL,
  duration_ms integer NOT NULL,
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
  shard_id bigint NOT NULL,
  file text NOT NULL,
  variant text,
  errors_id uuid,
  stdout_id uuid,
  stderr_id uuid,
  week date NOT NULL,
  duration_ms integer NOT NULL,
  PRIMARY KEY (organization_id, execution_id, id, week)
) PARTITION BY RANGE (week);

CREATE TABLE artifacts (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  id uuid NOT NULL,
  result_id uuid NOT NULL,
  attempt smallint,
  client_id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text,
  state text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (organization_id, execution_id, id),
  CONSTRAINT artifacts_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
`;

const DOWN = `
DROP TABLE artifacts, execution_files, texts, attempts, results, tests, execution_shards, executions,
  projects, idempotency_keys, rate_limits, api_key_hashes, api_keys, organizations;
DROP TYPE execution_status, result_status;
`;

export const foundation: Migration = {
  name: '0001-foundation',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
