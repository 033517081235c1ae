import type { Migration } from '../migration.ts';

// Finds the first execution that a key uploaded to. The index has one entry per part, not per result.
const UP = `
CREATE INDEX execution_shards_by_key ON execution_shards (organization_id, api_key_id, received_at);
`;

const DOWN = `
DROP INDEX execution_shards_by_key;
`;

export const firstUploads: Migration = {
  name: '0020-first-uploads',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
