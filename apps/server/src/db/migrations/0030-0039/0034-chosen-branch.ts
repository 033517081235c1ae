import type { Migration } from '../migration.ts';

const UP = `
-- What an admin chose as the default branch. Null: the roll-up chooses it from the newest executions.
ALTER TABLE projects ADD COLUMN chosen_branch text;`;

const DOWN = `
ALTER TABLE projects DROP COLUMN chosen_branch;`;

export const chosenBranch: Migration = {
  name: '0034-chosen-branch',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
