import type { Migration } from './index.ts';

// Tests are listed by file, then title, then id. An index entry has no room for whole texts, so that
// of each the first 200 characters decide; byte order is the same in every database.
const UP = `
DROP INDEX tests_by_file;
CREATE INDEX tests_by_file ON tests (
  organization_id, (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);
CREATE INDEX tests_of_project_by_file ON tests (
  organization_id, project_id,
  (left(file, 200) COLLATE "C"), (left(title_path ->> -1, 200) COLLATE "C"), id);

-- Which tests an owner had. Results without an owner, which may be all, cost nothing.
CREATE INDEX results_by_owner ON results (organization_id, md5(owner), test_id)
  WHERE owner IS NOT NULL;
`;

const DOWN = `
DROP INDEX results_by_owner, tests_of_project_by_file, tests_by_file;
CREATE INDEX tests_by_file ON tests (organization_id, project_id, left(file, 200), id);
`;

export const testsInOrder: Migration = {
  name: '0004-tests-in-order',
  up: async ({ database, transaction }) => {
    await database.sequelize.query(UP, { transaction });
  },
  down: async ({ database, transaction }) => {
    await database.sequelize.query(DOWN, { transaction });
  },
};
