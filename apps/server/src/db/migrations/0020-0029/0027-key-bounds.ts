import type { Migration } from '../migration.ts';

// To which projects and branches a key is bound. Only a key that may only upload can be: every procedure that another
// key may call would have to keep the promise.
const UP = `
ALTER TABLE api_keys
  ADD COLUMN projects text[],
  ADD COLUMN branches text[],
  ADD COLUMN may_claim_base boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT api_keys_bounds CHECK (
    scope = 'ingest' OR (projects IS NULL AND branches IS NULL AND may_claim_base));

-- False once a part came from a key that may not claim the default branch. The execution then never shows a flake
-- and is nobody's base, also if its branch becomes the default later or the key is changed.
ALTER TABLE executions ADD COLUMN may_claim_base boolean NOT NULL DEFAULT true;
`;

const DOWN = `
ALTER TABLE executions DROP COLUMN may_claim_base;
ALTER TABLE api_keys
  DROP CONSTRAINT api_keys_bounds,
  DROP COLUMN may_claim_base,
  DROP COLUMN branches,
  DROP COLUMN projects;
`;

export const keyBounds: Migration = {
  name: '0027-key-bounds',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
