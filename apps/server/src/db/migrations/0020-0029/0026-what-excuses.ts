import type { Migration } from '../migration.ts';

const INDEXES = `
DROP INDEX IF EXISTS executions_newest, executions_speaking_of_branch;
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC)
  INCLUDE (project_id, framework, week, ended_at, status, passed, failed, timed_out, skipped,
    interrupted, flaky, counted_duration_ms, from_ci, can_speak)
  WHERE number IS NOT NULL;
CREATE INDEX executions_speaking_of_branch
  ON executions (organization_id, project_id, md5(branch), started_at DESC, id DESC)
  WHERE can_speak AND from_ci;`;

const UP = `
-- A fork's branch may have the name of the branch that it is to be merged into, for which it must not speak. Dropping
-- the column drops the indexes that have it.
ALTER TABLE executions
  DROP COLUMN can_speak,
  ADD COLUMN can_speak boolean NOT NULL GENERATED ALWAYS AS (
    number IS NOT NULL
    AND status <> 'running'
    AND partial = '{}'
    AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb
    AND (git ->> 'branch' = git ->> 'baseBranch') IS NOT TRUE) STORED,
  -- What belongs together on a branch: the framework and the name, and without a name the workflow.
  ADD COLUMN suite text NOT NULL GENERATED ALWAYS AS (
    framework || chr(10) || coalesce(name, chr(10) || (ci ->> 'workflow'), '')) STORED;
${INDEXES}

ALTER TABLE failing_results
  -- The fingerprints of its other errors: errors of earlier failed attempts, and causes. Null without other errors.
  ADD COLUMN further_fingerprints uuid[];
-- Finds whether any failure still has a fingerprint. Few failures have several.
CREATE INDEX failing_results_by_further_fingerprint ON failing_results USING gin (further_fingerprints)
  WHERE further_fingerprints IS NOT NULL;

ALTER TABLE execution_shards
  -- It reported failures that another part, or a request before, had reported with the same errors.
  ADD COLUMN repeats_failures boolean NOT NULL DEFAULT false;

ALTER TABLE verdict_feedback
  -- Whether who gave it may quarantine, too. What others say changes no gate.
  ADD COLUMN may_quarantine boolean NOT NULL DEFAULT false;
ALTER TABLE verdict_feedback ALTER COLUMN may_quarantine DROP DEFAULT;
`;

const DOWN = `
ALTER TABLE executions
  DROP COLUMN suite,
  DROP COLUMN can_speak,
  ADD COLUMN can_speak boolean NOT NULL GENERATED ALWAYS AS (
    number IS NOT NULL
    AND status <> 'running'
    AND partial = '{}'
    AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb) STORED;
${INDEXES}
ALTER TABLE verdict_feedback DROP COLUMN may_quarantine;
ALTER TABLE execution_shards DROP COLUMN repeats_failures;
ALTER TABLE failing_results DROP COLUMN further_fingerprints;
`;

export const whatExcuses: Migration = {
  name: '0026-what-excuses',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
