import type { Migration } from './migration.ts';

// Requests of a part whose tests were still running. A part is open as long as all its requests are.
const UP = `ALTER TABLE execution_shards ADD COLUMN open boolean NOT NULL DEFAULT false`;

const DOWN = `ALTER TABLE execution_shards DROP COLUMN open`;

export const openParts: Migration = {
  name: '0008-open-parts',
  up: async ({ database, transaction }) => {
    await database.sequelize.query(UP, { transaction });
  },
  down: async ({ database, transaction }) => {
    await database.sequelize.query(DOWN, { transaction });
  },
};
