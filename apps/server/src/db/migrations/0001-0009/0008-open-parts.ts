import type { Migration } from '../migration.ts';

// Whether the tests of the part were still running when the request was sent. A part is open while all its requests
// are open.
const UP = `ALTER TABLE execution_shards ADD COLUMN open boolean NOT NULL DEFAULT false`;

const DOWN = `ALTER TABLE execution_shards DROP COLUMN open`;

export const openParts: Migration = {
  name: '0008-open-parts',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
