import type { Migration } from '../migration.ts';

// The results of the parts that an execution carries. A carried part passed, so none of its results failed, timed out
// or was interrupted.
const UP = `
ALTER TABLE executions
  ADD COLUMN carried_passed integer NOT NULL DEFAULT 0,
  ADD COLUMN carried_skipped integer NOT NULL DEFAULT 0,
  ADD COLUMN carried_flaky integer NOT NULL DEFAULT 0;
UPDATE executions
  SET carried_passed = carried.passed,
      carried_skipped = carried.skipped,
      carried_flaky = carried.flaky
  FROM (
    SELECT carried_parts.organization_id,
           carried_parts.execution_id,
           count(*) FILTER (WHERE results.status = 'passed') AS passed,
           count(*) FILTER (WHERE results.status = 'skipped') AS skipped,
           count(*) FILTER (WHERE results.flaky) AS flaky
    FROM carried_parts
    JOIN results ON results.organization_id = carried_parts.organization_id
                AND results.execution_id = carried_parts.source_id
                AND results.shard_id = carried_parts.shard_id
    GROUP BY 1, 2
  ) AS carried
  WHERE executions.organization_id = carried.organization_id
    AND executions.id = carried.execution_id;
`;

const DOWN = `
ALTER TABLE executions
  DROP COLUMN carried_flaky,
  DROP COLUMN carried_skipped,
  DROP COLUMN carried_passed;
`;

export const carriedResults: Migration = {
  name: '0009-carried-results',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
