import type { Migration } from '../migration.ts';

// From then on nobody can read the organization or upload to it; a job erases its rows and files.
const UP = `
ALTER TABLE organizations
  ADD COLUMN deleted_at timestamptz,
  -- How often tests were erased: servers cache which tests exist.
  ADD COLUMN test_erasures integer NOT NULL DEFAULT 0;
CREATE INDEX api_key_hashes_by_organization ON api_key_hashes (organization_id);
`;

const DOWN = `
DROP INDEX api_key_hashes_by_organization;
ALTER TABLE organizations DROP COLUMN test_erasures, DROP COLUMN deleted_at;
`;

export const deleting: Migration = {
  name: '0011-deleting',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
