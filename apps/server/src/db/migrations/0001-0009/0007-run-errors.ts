import type { Migration } from '../migration.ts';

// Only an execution's first errors are stored. This column counts the others.
const UP = `ALTER TABLE executions ADD COLUMN errors_omitted integer NOT NULL DEFAULT 0`;

const DOWN = `ALTER TABLE executions DROP COLUMN errors_omitted`;

export const runErrors: Migration = {
  name: '0007-run-errors',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
