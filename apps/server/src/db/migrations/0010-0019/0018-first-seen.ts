import type { Migration } from '../migration.ts';

// A roll-up asks when the newest test of a project was first seen, while uploads wait for rows that it has locked. Only
// a new test and a corrected time add an entry.
const UP = `
CREATE INDEX tests_by_first_seen ON tests (organization_id, project_id, first_seen_at);
`;

const DOWN = `
DROP INDEX tests_by_first_seen;
`;

export const firstSeen: Migration = {
  name: '0018-first-seen',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
