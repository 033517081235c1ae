import type { Migration } from '../migration.ts';

// Executions of deleted projects whose results, files and texts a job still has to erase. Their rows in `executions`
// are gone, so that no answer finds them.
const UP = `
CREATE TABLE deleted_executions (
  organization_id uuid NOT NULL REFERENCES organizations,
  execution_id uuid NOT NULL,
  -- The week of its results.
  week date NOT NULL,
  PRIMARY KEY (organization_id, execution_id)
);
`;

const DOWN = `
DROP TABLE deleted_executions;
`;

export const deletedExecutions: Migration = {
  name: '0013-deleted-executions',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
