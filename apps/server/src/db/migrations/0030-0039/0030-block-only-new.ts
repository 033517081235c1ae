import type { Migration } from '../migration.ts';

const UP = `
-- Failures that the default branch has, too, do not block a change.
ALTER TABLE gate_settings ADD COLUMN block_only_new boolean NOT NULL DEFAULT false;`;

const DOWN = `
ALTER TABLE gate_settings DROP COLUMN block_only_new;`;

export const blockOnlyNew: Migration = {
  name: '0030-block-only-new',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
