import type { Migration } from './migration.ts';

// Of an execution's errors the first are kept, and this is how many more there were.
const UP = `ALTER TABLE executions ADD COLUMN errors_omitted integer NOT NULL DEFAULT 0`;

const DOWN = `ALTER TABLE executions DROP COLUMN errors_omitted`;

export const runErrors: Migration = {
  name: '0007-run-errors',
  up: async ({ database, transaction }) => {
    await database.sequelize.query(UP, { transaction });
  },
  down: async ({ database, transaction }) => {
    await database.sequelize.query(DOWN, { transaction });
  },
};
