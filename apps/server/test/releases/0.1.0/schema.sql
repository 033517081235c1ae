-- step 0001-schema
CREATE TABLE shared_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Id of the key that is derived from SVC_SECRET; reveals no other fact about it.
  secret_key_id text NOT NULL,
  -- Content of a file in the storage. Null while the storage has not accepted the file.
  storage_mark uuid
);
-- See db/conditions/look-ups.ts. db/citus/cluster.queries.ts replaces it on a cluster.
CREATE FUNCTION is_organization(own uuid, asked uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT (own = asked) IS TRUE';

CREATE TABLE organizations (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- From then on the organization cannot be read or uploaded to; a job erases its rows and files.
  deleted_at timestamptz,
  -- How often tests were erased: servers cache which tests exist.
  test_erasures integer NOT NULL DEFAULT 0
);

-- The next four are the tables of better-auth 1.7, from its own generator, in our names. They are small and belong to no
-- organization (one user may be in several), so they are not distributed. Ids are UUIDv7 but have the type text, as
-- generated: better-auth looks up any id that a caller sends, and a uuid column would answer a malformed id with an
-- error instead of "not found".
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL,
  image text,
  must_change_password boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  -- The organization_id whose data the session reads.
  active_organization_id text,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL,
  -- Exact to a minute.
  last_used_at timestamptz
);
CREATE INDEX sessions_of_user ON sessions (user_id);

-- How a user can sign in: with a password, or with the account of an OAuth provider.
CREATE TABLE accounts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL,
  issuer text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL,
  CONSTRAINT accounts_account UNIQUE (issuer, account_id)
);
CREATE INDEX accounts_of_user ON accounts (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_of_identifier ON verifications (identifier);

-- Members and invitations have the organization's id as text, as better-auth's tables do. They cannot refer to
-- organizations, which is distributed, so the deletion of an organization deletes them.
CREATE TABLE members (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  created_at timestamptz NOT NULL,
  last_active_at timestamptz,
  CONSTRAINT members_user UNIQUE (user_id, organization_id)
);
CREATE INDEX members_of_organization ON members (organization_id);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  inviter_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  status text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_of_organization ON invitations (organization_id);
CREATE INDEX invitations_of_email ON invitations (email);
CREATE INDEX invitations_of_inviter ON invitations (inviter_id);

-- Mails to be sent. A row has no secret: the links are signed when the mail is sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX mails_by_next_try ON mails (next_try_at);

CREATE TABLE api_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('full', 'ingest')),
  -- The projects and branches that the key is bound to. Null: all.
  projects text[],
  branches text[],
  may_claim_base boolean NOT NULL,
  reads_per_minute integer,
  writes_per_minute integer,
  created_at timestamptz NOT NULL,
  created_by text,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, id),
  -- Only a key that may only upload can be bound: every procedure that another key may call would have to check it.
  CONSTRAINT api_keys_bounds CHECK (
    scope = 'ingest' OR (projects IS NULL AND branches IS NULL AND may_claim_base))
);

-- Finds the organization of a key. Has no other columns, so that it stays small.
CREATE TABLE api_key_hashes (
  hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL
);
CREATE INDEX api_key_hashes_by_organization ON api_key_hashes (organization_id);

-- The log of changes in an organization. The id is a UUIDv7, so the primary key also orders entries by time. The table
-- does not refer to organizations: the entry of an organization's deletion stays when the organization is erased.
CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey', 'server')),
  -- The user's or key's id; null for the server.
  actor_id text,
  -- Author for display: the e-mail address, the key's name, or the command.
  actor text NOT NULL,
  -- Where the request came from; null for the server.
  address text,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  -- Name of the target for display, as it was at that time.
  target text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE TABLE projects (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  last_execution_number integer NOT NULL DEFAULT 0,
  -- The default branch that an admin chose. Null: the roll-up chooses it from the newest executions.
  chosen_branch text,
  default_branch text,
  -- Whether only executions from CI count for the project's branches. The states of its tests were judged with this
  -- value. Null: not decided yet.
  has_ci boolean,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_name UNIQUE (organization_id, name)
);

CREATE TABLE tests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  variant text,
  file text NOT NULL,
  title_path jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- What a search reads of every test. Lower case, because ILIKE converts both sides for every row.
  searched text GENERATED ALWAYS AS (lower(file || chr(10) || title_path::text)) STORED,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT tests_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
-- Rows are looked up by id far more often than in any other way. If the statistics are older than the rows of an
-- organization, Postgres expects none: every index that begins with organization_id costs the same then, and it may
-- read all rows of the organization for each look-up. A hash index always costs less.
CREATE INDEX tests_by_id ON tests USING hash (id);
-- Tests in the order of their list. Indexes the beginning of the texts, because an index entry cannot hold the longest.
CREATE INDEX tests_by_file ON tests (
  organization_id, (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
CREATE INDEX tests_of_project_by_file ON tests (
  organization_id, project_id,
  (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
-- A roll-up asks when the newest test of a project was first seen, while uploads wait for rows that it has locked. Only
-- a new test and a corrected time add an entry.
CREATE INDEX tests_by_first_seen ON tests (organization_id, project_id, first_seen_at);
CREATE TYPE result_status AS ENUM ('passed', 'failed', 'timedOut', 'skipped', 'interrupted');
CREATE TYPE execution_status AS ENUM ('running', 'passed', 'failed', 'interrupted');

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
  -- Sum of the last attempts' durations of the results that passed or failed.
  counted_duration_ms bigint NOT NULL DEFAULT 0,
  git jsonb NOT NULL,
  ci jsonb NOT NULL,
  environment jsonb NOT NULL,
  legs text[] NOT NULL DEFAULT '{}',
  tags text[] NOT NULL,
  partial text[] NOT NULL,
  -- The first errors that belong to no test, and the number of the others.
  errors jsonb NOT NULL,
  errors_omitted integer NOT NULL DEFAULT 0,
  -- False once a part came from a key that may not claim the default branch. The execution then never shows a flake
  -- and is not used as a base, also if its branch becomes the default later or the key is changed.
  may_claim_base boolean NOT NULL DEFAULT true,
  -- The attempt before of the same CI run, and what counts of it here. A carried part passed, so none of its results
  -- failed, timed out or was interrupted.
  previous_attempt_id uuid,
  shards_carried integer NOT NULL DEFAULT 0,
  carried_passed integer NOT NULL DEFAULT 0,
  carried_skipped integer NOT NULL DEFAULT 0,
  carried_flaky integer NOT NULL DEFAULT 0,
  -- When to check again for parts that passed in the attempt before and that this attempt has not received.
  carry_at timestamptz,
  -- An execution settles when it is complete and nothing more has come for a while. The revision counts how often it
  -- settled.
  settle_at timestamptz,
  settled_at timestamptz,
  revision integer NOT NULL DEFAULT 0,
  -- When retention deleted its results. Roll-ups derived from them are kept.
  results_expired_at timestamptz,

  -- Generated, so that no statement can forget to write them.
  branch text GENERATED ALWAYS AS (git ->> 'branch') STORED,
  base_branch text GENERATED ALWAYS AS (nullif(git ->> 'baseBranch', '')) STORED,
  commit text GENERATED ALWAYS AS (lower(git ->> 'commit')) STORED,
  commit_message text GENERATED ALWAYS AS (git ->> 'message') STORED,
  pull_request integer GENERATED ALWAYS AS ((ci ->> 'pullRequest')::integer) STORED,
  environment_name text GENERATED ALWAYS AS (environment ->> 'name') STORED,
  -- Key of executions that belong together on a branch: framework and name; without a name, framework and workflow.
  suite text NOT NULL GENERATED ALWAYS AS (
    framework || chr(10) || coalesce(name, chr(10) || (ci ->> 'workflow'), '')) STORED,
  -- The attempts of one CI run: executions of a project that share ci_run.
  ci_run uuid GENERATED ALWAYS AS (
    CASE WHEN ci ->> 'provider' <> '' AND ci ->> 'runId' <> '' THEN
      md5((ci ->> 'provider') || E'\n' || (ci ->> 'runId') || E'\n' || coalesce(name, framework))::uuid
    END) STORED,
  attempt integer NOT NULL
    GENERATED ALWAYS AS (coalesce((ci ->> 'runAttempt')::integer, 1)) STORED,
  -- An execution counts for its branch when it is finished, not partial, of a clean tree and from CI. "From CI" has its
  -- own column because it does not apply to a project without executions from CI. A fork's branch may have the name of
  -- its target branch, which its executions must not count for.
  from_ci boolean NOT NULL GENERATED ALWAYS AS (
    ci ->> 'provider' IS NOT NULL OR ci ->> 'runId' IS NOT NULL) STORED,
  can_speak boolean NOT NULL GENERATED ALWAYS AS (
    number IS NOT NULL
    AND status <> 'running'
    AND partial = '{}'
    AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb
    AND (git ->> 'branch' = git ->> 'baseBranch') IS NOT TRUE) STORED,

  PRIMARY KEY (organization_id, id),
  CONSTRAINT executions_key UNIQUE (organization_id, project_id, key),
  CONSTRAINT executions_number UNIQUE (organization_id, project_id, number),
  CONSTRAINT executions_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
-- Exists for the same reason as tests_by_id.
CREATE INDEX executions_by_id ON executions USING hash (id);
-- Metrics and trends read a few figures of every execution of the window. A row has about a kilobyte, the figures are
-- small. With the figures in the index that finds the executions of a window, 300,000 executions take 0.2 s instead of
-- 1.1 s. The index does not include branch and environment, because an index entry has no room for long texts.
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC)
  INCLUDE (project_id, number, framework, week, ended_at, status, passed, failed, timed_out, skipped,
    interrupted, flaky, counted_duration_ms, from_ci, can_speak, results_expired_at)
  WHERE number IS NOT NULL;
CREATE INDEX executions_newest_of_project
  ON executions (organization_id, project_id, started_at DESC, id DESC);
CREATE INDEX executions_newest_of_branch
  ON executions (organization_id, md5(branch), started_at DESC, id DESC);
-- Every answer needs to know whether a project has executions from CI in a window.
CREATE INDEX executions_from_ci
  ON executions (organization_id, project_id, started_at DESC, id DESC)
  WHERE from_ci AND number IS NOT NULL;
-- Finds the newest execution that counts for a branch, regardless of the number of newer local executions.
CREATE INDEX executions_speaking_of_branch
  ON executions (organization_id, project_id, md5(branch), started_at DESC, id DESC)
  WHERE can_speak AND from_ci;
CREATE INDEX executions_of_pull_request
  ON executions (organization_id, pull_request, project_id, started_at DESC, id DESC)
  WHERE pull_request IS NOT NULL;
CREATE INDEX executions_by_commit ON executions (organization_id, left(commit, 64) text_pattern_ops);
CREATE INDEX executions_of_ci_run ON executions (organization_id, project_id, ci_run, attempt)
  WHERE ci_run IS NOT NULL;
-- Finds the executions of a CI run that is named by its provider and id.
CREATE INDEX executions_by_run_id ON executions (organization_id, md5(ci ->> 'runId'))
  WHERE ci ->> 'runId' IS NOT NULL;
-- Finds what retention deletes, week by week.
CREATE INDEX executions_by_week ON executions (organization_id, week, id);
-- Indexes for background work.
CREATE INDEX executions_waiting ON executions (organization_id, updated_at) WHERE status = 'running';
CREATE INDEX executions_to_carry ON executions (organization_id, carry_at) WHERE carry_at IS NOT NULL;
CREATE INDEX executions_to_settle ON executions (settle_at) WHERE settle_at IS NOT NULL;

-- The uploads of an execution. A part is what one reporter process contributed. A large part is split into several
-- uploads, each with its own upload_id, which share the part_id. An upload that is sent again has the same upload_id.
CREATE TABLE execution_uploads (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  upload_id bigint NOT NULL,
  part_id bigint NOT NULL,
  -- Identifies parts that belong together: the shards of one job in one environment. shard_total of them are expected.
  group_id bigint NOT NULL,
  -- Shared by parts that are tries of one job if they ran one after the other. Null: unknown, or a merged report.
  job_id bigint,
  -- The CI system's name of the job that sent it. Null: unknown, or a merged report.
  job text,
  leg text,
  shard_index integer,
  shard_total integer,
  -- Equal for parts of executions with the same commit, clean tree and environment: a test that passes in one and fails
  -- in another contradicts itself. The environment includes the major version of the runtime.
  same_code uuid,
  -- The key that uploaded it: a key that may only upload reads back its own executions.
  api_key_id uuid,
  -- Whether the tests of the part were still running when the upload was sent. A part is open while all its uploads are
  -- open.
  open boolean NOT NULL DEFAULT false,
  -- Nothing in it failed or was interrupted, so that a re-run may omit it.
  passed boolean NOT NULL,
  -- It reported failures that another part, or an upload before, had reported with the same errors.
  repeats_failures boolean NOT NULL DEFAULT false,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, execution_id, upload_id),
  CONSTRAINT execution_uploads_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX execution_uploads_of_same_code
  ON execution_uploads (organization_id, same_code, execution_id, upload_id)
  WHERE same_code IS NOT NULL;
-- Finds the first execution that a key uploaded to. The index has one entry per upload, not per result.
CREATE INDEX execution_uploads_by_key ON execution_uploads (organization_id, api_key_id, received_at);

-- The parts of earlier attempts that count for an execution: they passed there and did not run again. One row for each
-- of their uploads.
CREATE TABLE carried_parts (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- The execution that received the part.
  source_id uuid NOT NULL,
  upload_id bigint NOT NULL,
  PRIMARY KEY (organization_id, execution_id, source_id, upload_id),
  CONSTRAINT carried_parts_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT carried_parts_source FOREIGN KEY (organization_id, source_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX carried_parts_by_source ON carried_parts (organization_id, source_id);
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

-- Counts per minute, which are worthless afterwards. Unlogged, so that counting writes no write-ahead log.
CREATE UNLOGGED TABLE rate_limits (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  requests integer NOT NULL,
  -- CI runs whose first upload of the minute was counted, with the number of their uploads since.
  ci_runs jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (subject, window_start)
);
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
CREATE UNIQUE INDEX artifacts_by_id ON artifacts (organization_id, id);
CREATE INDEX artifacts_by_content ON artifacts (organization_id, sha256) WHERE state <> 'expired';
CREATE INDEX artifacts_by_age ON artifacts (organization_id, created_at) WHERE state <> 'expired';

-- The stored files of an organization. Each is stored once, even if several artifacts refer to it.
CREATE TABLE artifact_contents (
  organization_id uuid NOT NULL REFERENCES organizations,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  stored_at timestamptz NOT NULL,
  -- The time from which the file may be deleted. Nothing may rely on it any more.
  doomed_at timestamptz,
  PRIMARY KEY (organization_id, sha256)
);
CREATE INDEX artifact_contents_doomed ON artifact_contents (organization_id, sha256)
  WHERE doomed_at IS NOT NULL;
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
CREATE TYPE classification AS ENUM ('HEALABLE', 'REAL_BUG', 'KNOWN_FLAKE', 'INFRA');

CREATE TABLE analyses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null for failures that were sent inline without a known project.
  project_id uuid,
  -- Null for failures that were sent inline.
  execution_id uuid,
  classifier integer NOT NULL,
  -- The state of the execution that was judged.
  revision integer NOT NULL,
  execution_updated_at timestamptz,
  -- The newest feedback of the organization that the classifier knew.
  feedback_id uuid,
  -- Facts that requests sent with the execution: the reading of its log, and the changed files. Null without any.
  sent json,
  branch text,
  commit text,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  runner_up classification NOT NULL,
  runner_up_confidence double precision NOT NULL,
  needs_human boolean NOT NULL,
  summary text NOT NULL,
  failures integer NOT NULL,
  -- Evidence, what was not checked, action plan and history.
  detail json NOT NULL,
  analyzed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT analyses_execution UNIQUE (organization_id, execution_id),
  CONSTRAINT analyses_of_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT analyses_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX analyses_newest ON analyses (organization_id, analyzed_at DESC, id DESC);
CREATE INDEX analyses_of_project
  ON analyses (organization_id, project_id, analyzed_at DESC, id DESC);
CREATE INDEX analyses_of_branch
  ON analyses (organization_id, project_id, md5(branch), analyzed_at DESC, id DESC);

CREATE TABLE verdicts (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  -- From 1, the most severe first.
  position integer NOT NULL,
  -- Null for failures that were sent inline, which have a title and a file instead.
  result_id uuid,
  test_id uuid,
  title text,
  file text,
  line integer,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  runner_up classification NOT NULL,
  runner_up_confidence double precision NOT NULL,
  needs_human boolean NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, position),
  CONSTRAINT verdicts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdicts_of_result ON verdicts (organization_id, result_id)
  WHERE result_id IS NOT NULL;
CREATE INDEX verdicts_of_test ON verdicts (organization_id, test_id, analysis_id)
  WHERE test_id IS NOT NULL;

-- Evidence and plans of verdicts, 100 to a row: an outage has 10,000 verdicts whose texts are nearly equal.
CREATE TABLE verdict_texts (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  -- The position of the first of these verdicts.
  position integer NOT NULL,
  -- Compressed JSON (analyses/stored-analysis/packed-texts.ts).
  texts bytea NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, position),
  CONSTRAINT verdict_texts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
-- The texts are compressed already.
ALTER TABLE verdict_texts ALTER COLUMN texts SET STORAGE EXTERNAL;

-- The fingerprints of an analysis with their classes. An outage has 10,000 verdicts with a few fingerprints.
CREATE TABLE verdict_fingerprints (
  organization_id uuid NOT NULL,
  analysis_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  -- The highest of these failures.
  confidence double precision NOT NULL,
  -- Whether one of these failures does.
  needs_human boolean NOT NULL,
  -- The readable text that the fingerprint is the hash of.
  pattern text NOT NULL,
  PRIMARY KEY (organization_id, analysis_id, fingerprint_id, classification),
  CONSTRAINT verdict_fingerprints_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdict_fingerprints_by_fingerprint
  ON verdict_fingerprints (organization_id, fingerprint_id, analysis_id);

-- A roll-up for lists: the newest class of each fingerprint.
CREATE TABLE fingerprint_verdicts (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  fingerprint_id uuid NOT NULL,
  classification classification NOT NULL,
  confidence double precision NOT NULL,
  analysis_id uuid NOT NULL,
  -- When the execution began.
  at timestamptz NOT NULL,
  -- The newest feedback that is included.
  feedback_id uuid,
  PRIMARY KEY (organization_id, project_id, fingerprint_id),
  CONSTRAINT fingerprint_verdicts_fingerprint FOREIGN KEY (organization_id, project_id, fingerprint_id)
    REFERENCES fingerprints (organization_id, project_id, id) ON DELETE CASCADE,
  CONSTRAINT fingerprint_verdicts_analysis FOREIGN KEY (organization_id, analysis_id)
    REFERENCES analyses (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX fingerprint_verdicts_of_analysis ON fingerprint_verdicts (organization_id, analysis_id);

-- People's classes of failures. Feedback cannot be derived, so it outlives the analysis, the execution and the
-- fingerprint: no foreign key but that of the project.
CREATE TABLE verdict_feedback (
  organization_id uuid NOT NULL,
  -- Id of an opinion, which has a row for each fingerprint that it is about. Newer opinions have greater ids.
  id uuid NOT NULL,
  project_id uuid,
  fingerprint_id uuid NOT NULL,
  pattern text NOT NULL,
  test_id uuid,
  classification classification NOT NULL,
  -- Whether its author may quarantine, too. Opinions of others do not change the gate.
  may_quarantine boolean NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey')),
  actor_id text NOT NULL,
  at timestamptz NOT NULL,
  analysis_id uuid NOT NULL,
  PRIMARY KEY (organization_id, id, fingerprint_id),
  CONSTRAINT verdict_feedback_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verdict_feedback_by_fingerprint
  ON verdict_feedback (organization_id, fingerprint_id, id);
CREATE INDEX verdict_feedback_of_analysis ON verdict_feedback (organization_id, analysis_id);
CREATE INDEX verdict_feedback_of_project ON verdict_feedback (organization_id, project_id);

-- Executions whose failures wait for a job.
CREATE TABLE due_analyses (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  queued_at timestamptz NOT NULL,
  -- Later than queued_at after a failure.
  due_at timestamptz NOT NULL,
  -- Whether analysis.completed is sent: the execution settled, and was not merely missing verdicts.
  is_news boolean NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  -- Counts up each time the execution is queued, so that a job notices what came after it had read its input.
  times_queued integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, execution_id),
  CONSTRAINT due_analyses_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX due_analyses_oldest ON due_analyses (organization_id, is_news DESC, queued_at);
-- Excuses known failures of a test until a date. People write it, so it cannot be derived again.
CREATE TABLE quarantine_entries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  test_id uuid NOT NULL,
  -- The framework of the test's newest result when the entry was added.
  framework text NOT NULL,
  -- The failures that it excuses, as people see fingerprints (fp2:…). Null for every failure of the test.
  fingerprints text[],
  reason text NOT NULL,
  owner text,
  created_at timestamptz NOT NULL,
  created_by text,
  -- When a person added or last changed it.
  changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When it was lifted, and by whom: a user, a key, or the server. Null unless it was.
  ended_at timestamptz,
  ended_by text,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT quarantine_entries_test FOREIGN KEY (organization_id, test_id)
    REFERENCES tests (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT quarantine_entries_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX quarantine_entries_of_test ON quarantine_entries (organization_id, test_id, id);
CREATE INDEX quarantine_entries_of_project ON quarantine_entries (organization_id, project_id, id);
CREATE INDEX quarantine_entries_unended ON quarantine_entries (organization_id, expires_at)
  WHERE ended_at IS NULL;

-- Failures of a settled execution that an entry excused. Written again when the execution settles again.
CREATE TABLE excusals (
  organization_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- When the execution began.
  at timestamptz NOT NULL,
  -- Failed results.
  results integer NOT NULL,
  -- Fingerprints as people see them (fp2:…): the rows in fingerprints may be deleted.
  fingerprints text[] NOT NULL,
  PRIMARY KEY (organization_id, entry_id, execution_id),
  CONSTRAINT excusals_entry FOREIGN KEY (organization_id, entry_id)
    REFERENCES quarantine_entries (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT excusals_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX excusals_newest
  ON excusals (organization_id, entry_id, at DESC, execution_id DESC) INCLUDE (results);
CREATE INDEX excusals_of_execution ON excusals (organization_id, execution_id);

-- Executions that have settled, until a job has written their excusals.
CREATE TABLE due_excusals (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  PRIMARY KEY (organization_id, execution_id),
  CONSTRAINT due_excusals_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE gate_settings (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  excuse_known_flakes boolean NOT NULL,
  -- Failures that the default branch has, too, do not block a change.
  block_only_new boolean NOT NULL
);
-- Events that no consumer has received yet. They are written in the transaction of the change that they report.
CREATE TABLE outbox (
  organization_id uuid NOT NULL REFERENCES organizations,
  -- A UUIDv7. Postgres generates it, because one statement writes many events.
  id uuid NOT NULL DEFAULT encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
    FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When to hand it over next. Later than created_at after a failure.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX outbox_due ON outbox (due_at, id);

CREATE TABLE webhooks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  format text NOT NULL,
  -- Address that answers show. The address of a chat is cut.
  shown_url text NOT NULL,
  -- The key that sealed the next three (secrets/keyring.ts).
  key_id text NOT NULL,
  sealed_url bytea NOT NULL,
  sealed_secret bytea,
  sealed_previous_secret bytea,
  -- Until then, the previous secret signs too.
  previous_secret_until timestamptz,
  events text[] NOT NULL,
  description text NOT NULL,
  active boolean NOT NULL,
  -- Why the server turned it off. Null if a person did, and while it is on.
  pause_reason text CHECK (pause_reason IN ('gone', 'failing')),
  paused_at timestamptz,
  -- Filters; null for all. A project by its name, which outlives the project.
  project text,
  branch text,
  min_severity text,
  created_at timestamptz NOT NULL,
  created_by text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhooks_by_key ON webhooks (key_id);

-- How a webhook's deliveries go. Apart from webhooks, because each attempt changes it.
CREATE TABLE webhook_health (
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- When the first of them was. Null without any.
  failing_since timestamptz,
  -- No request is sent until then: the endpoint failed repeatedly, or sent Retry-After.
  blocked_until timestamptz,
  last_attempt_at timestamptz,
  last_status text,
  last_response_status integer,
  PRIMARY KEY (organization_id, webhook_id),
  CONSTRAINT webhook_health_webhook FOREIGN KEY (organization_id, webhook_id)
    REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);

-- One event for one webhook. Kept for 30 days.
CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- Subject of the event, which may be deleted.
  execution_id uuid,
  -- The exact bytes of every attempt, as UTF-8.
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts of the retry schedule, which starts again when a person delivers again.
  step integer NOT NULL DEFAULT 0,
  -- When the next attempt is due; while one is out, when another server may try. Null if none follows.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Facts of the newest attempt.
  last_attempt_at timestamptz,
  response_status integer,
  error text,
  duration_ms integer,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id),
  CONSTRAINT webhook_deliveries_webhook FOREIGN KEY (organization_id, webhook_id)
    REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, due_at)
  WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest
  ON webhook_deliveries (organization_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_oldest ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_of_execution ON webhook_deliveries (organization_id, execution_id)
  WHERE execution_id IS NOT NULL;

CREATE TABLE webhook_attempts (
  organization_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  -- From 1.
  number integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Null without an answer.
  response_status integer,
  -- Why there was no answer.
  error text,
  request_headers json NOT NULL,
  response_headers json,
  response_body text,
  response_truncated boolean NOT NULL,
  PRIMARY KEY (organization_id, delivery_id, number),
  CONSTRAINT webhook_attempts_delivery FOREIGN KEY (organization_id, delivery_id)
    REFERENCES webhook_deliveries (organization_id, id) ON DELETE CASCADE
);
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
