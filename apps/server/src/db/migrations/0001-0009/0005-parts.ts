import type { Migration } from '../migration.ts';

// A part is what one reporter process contributed. Before this step, job, environment and shard number identified a
// part, so two legs of a matrix that share all three were one part. Existing parts keep their id.
const UP = `
ALTER TABLE execution_shards
  -- Shared by the requests of one part. A large body is split into several requests, each with its own shard_id.
  ADD COLUMN part_id bigint,
  ADD COLUMN leg text,
  -- Nothing in it failed or was interrupted, so that a re-run may omit it.
  ADD COLUMN passed boolean NOT NULL DEFAULT false;
UPDATE execution_shards
  SET part_id = shard_id,
      passed = NOT executions.interrupted_reported
        AND NOT executions.has_file_errors
        AND executions.errors = '[]'
        AND NOT EXISTS (
          SELECT FROM failing_results
          WHERE failing_results.organization_id = executions.organization_id
            AND failing_results.execution_id = executions.id
            AND failing_results.shard_id = execution_shards.shard_id
            AND failing_results.status IN ('failed', 'timedOut'))
  FROM executions
  WHERE executions.organization_id = execution_shards.organization_id
    AND executions.id = execution_shards.execution_id;
ALTER TABLE execution_shards ALTER COLUMN part_id SET NOT NULL;

-- The attempts of one CI run: executions of a project that share ci_run.
ALTER TABLE executions
  ADD COLUMN legs text[] NOT NULL DEFAULT '{}',
  ADD COLUMN shards_carried integer NOT NULL DEFAULT 0,
  ADD COLUMN previous_attempt_id uuid,
  -- When to check again for parts that passed in the attempt before and that this attempt has not received.
  ADD COLUMN carry_at timestamptz,
  ADD COLUMN attempt integer NOT NULL
    GENERATED ALWAYS AS (coalesce((ci ->> 'runAttempt')::integer, 1)) STORED,
  ADD COLUMN ci_run uuid GENERATED ALWAYS AS (
    CASE WHEN ci ->> 'provider' <> '' AND ci ->> 'runId' <> '' THEN
      md5((ci ->> 'provider') || E'\\n' || (ci ->> 'runId') || E'\\n' || coalesce(name, framework))::uuid
    END) STORED;
CREATE INDEX executions_of_ci_run ON executions (organization_id, project_id, ci_run, attempt)
  WHERE ci_run IS NOT NULL;
CREATE INDEX executions_to_carry ON executions (organization_id, carry_at) WHERE carry_at IS NOT NULL;

-- The parts of earlier attempts that count for an execution: they passed there and did not run again.
CREATE TABLE carried_parts (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- The execution that received the part.
  source_id uuid NOT NULL,
  shard_id bigint NOT NULL,
  PRIMARY KEY (organization_id, execution_id, source_id, shard_id),
  CONSTRAINT carried_parts_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT carried_parts_source FOREIGN KEY (organization_id, source_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX carried_parts_by_source ON carried_parts (organization_id, source_id);

-- CI runs whose first upload of the minute was counted, with the number of their uploads since.
ALTER TABLE rate_limits ADD COLUMN ci_runs jsonb NOT NULL DEFAULT '{}';
`;

const DOWN = `
ALTER TABLE rate_limits DROP COLUMN ci_runs;
DROP TABLE carried_parts;
DROP INDEX executions_to_carry, executions_of_ci_run;
ALTER TABLE executions
  DROP COLUMN ci_run,
  DROP COLUMN attempt,
  DROP COLUMN carry_at,
  DROP COLUMN previous_attempt_id,
  DROP COLUMN shards_carried,
  DROP COLUMN legs;
ALTER TABLE execution_shards
  DROP COLUMN passed,
  DROP COLUMN leg,
  DROP COLUMN part_id;
`;

export const parts: Migration = {
  name: '0005-parts',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
