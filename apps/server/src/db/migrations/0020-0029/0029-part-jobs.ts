import type { Migration } from '../migration.ts';

const UP = `
-- The CI system's name of the job that sent it. Null: unknown, or a merged report.
ALTER TABLE execution_shards ADD COLUMN job text;`;

const DOWN = `
ALTER TABLE execution_shards DROP COLUMN job;`;

export const partJobs: Migration = {
  name: '0029-part-jobs',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
