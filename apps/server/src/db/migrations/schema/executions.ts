/** Executions, the parts that their shards and matrix legs uploaded, and how they settle. */
export const EXECUTIONS = `
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
      md5((ci ->> 'provider') || E'\\n' || (ci ->> 'runId') || E'\\n' || coalesce(name, framework))::uuid
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
`;
