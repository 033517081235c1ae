import type { Migration } from '../migration.ts';

// Rows are looked up by id far more often than in any other way. If the statistics are older than the rows of an
// organization, Postgres expects none: every index that begins with organization_id costs the same then, and it may
// read all rows of the organization for each look-up. A hash index always costs less.
const UP = `
CREATE INDEX tests_by_id ON tests USING hash (id);
CREATE INDEX executions_by_id ON executions USING hash (id);
`;

const DOWN = `
DROP INDEX executions_by_id, tests_by_id;
`;

export const lookUpsById: Migration = {
  name: '0015-look-ups-by-id',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
