import type { Migration } from '../migration.ts';

const UP = `
-- Shared by parts that are tries of one job if they ran one after the other. Null: unknown, or a merged report.
ALTER TABLE execution_shards ADD COLUMN job_id bigint;`;

const DOWN = `
ALTER TABLE execution_shards DROP COLUMN job_id;`;

export const tries: Migration = {
  name: '0028-tries',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
