import type { Migration } from '../migration.ts';

// What a key may do beside uploading, and which key uploaded a part: a key that may only upload reads back its own
// executions.
const UP = `
ALTER TABLE api_keys ADD COLUMN scope text NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'ingest'));
ALTER TABLE execution_shards ADD COLUMN api_key_id uuid;
`;

const DOWN = `
ALTER TABLE execution_shards DROP COLUMN api_key_id;
ALTER TABLE api_keys DROP COLUMN scope;
`;

export const keyScopes: Migration = {
  name: '0012-key-scopes',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
