import type { Migration } from '../migration.ts';

// An execution speaks for its branch when it is finished, not partial, of a clean tree, and from CI. "From CI" has its
// own column because it does not apply to a project without executions from CI. The columns are generated, so that no
// statement can forget to write them. Adding them rewrites every execution once, about a kilobyte each.
const UP = `
ALTER TABLE executions
  ADD COLUMN from_ci boolean NOT NULL GENERATED ALWAYS AS (
    ci ->> 'provider' IS NOT NULL OR ci ->> 'runId' IS NOT NULL) STORED,
  ADD COLUMN can_speak boolean NOT NULL GENERATED ALWAYS AS (
    number IS NOT NULL
    AND status <> 'running'
    AND partial = '{}'
    AND git -> 'dirty' IS DISTINCT FROM 'true'::jsonb) STORED;

-- Metrics and trends read executions from CI, from this index only.
DROP INDEX executions_newest;
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC)
  INCLUDE (project_id, framework, week, ended_at, status, passed, failed, timed_out, skipped,
    interrupted, flaky, counted_duration_ms, from_ci, can_speak)
  WHERE number IS NOT NULL;
-- Every answer needs to know whether a project has executions from CI in a window.
CREATE INDEX executions_from_ci
  ON executions (organization_id, project_id, started_at DESC, id DESC)
  WHERE from_ci AND number IS NOT NULL;
-- Finds the newest execution that speaks for a branch, however many local executions are newer.
CREATE INDEX executions_speaking_of_branch
  ON executions (organization_id, project_id, md5(branch), started_at DESC, id DESC)
  WHERE can_speak AND from_ci;

-- Whether only executions from CI speak for the project's branches. The states of its tests were judged with this
-- value. Null: not decided yet.
ALTER TABLE projects ADD COLUMN has_ci boolean;

-- Existing rows count as runs from CI, as most are.
ALTER TABLE test_days ADD COLUMN from_ci boolean NOT NULL DEFAULT true;
ALTER TABLE test_days ALTER COLUMN from_ci DROP DEFAULT;

-- One change per project makes the roll-ups judge all its tests again.
INSERT INTO execution_changes (organization_id, execution_id, changed_at)
  SELECT DISTINCT ON (organization_id, project_id) organization_id, id, now()
  FROM executions
  WHERE number IS NOT NULL
  ORDER BY organization_id, project_id, started_at DESC
ON CONFLICT (organization_id, execution_id) DO NOTHING;
`;

const DOWN = `
ALTER TABLE test_days DROP COLUMN from_ci;
ALTER TABLE projects DROP COLUMN has_ci;
DROP INDEX executions_speaking_of_branch, executions_from_ci, executions_newest;
ALTER TABLE executions DROP COLUMN can_speak, DROP COLUMN from_ci;
CREATE INDEX executions_newest ON executions (organization_id, started_at DESC, id DESC)
  INCLUDE (project_id, framework, week, ended_at, status, passed, failed, timed_out, skipped,
    interrupted, flaky, counted_duration_ms)
  WHERE number IS NOT NULL;
`;

export const speakingExecutions: Migration = {
  name: '0006-speaking-executions',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
