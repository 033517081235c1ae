import type { Migration } from '../migration.ts';

const UP = `
CREATE INDEX executions_of_pull_request
  ON executions (organization_id, pull_request, project_id, started_at DESC, id DESC)
  WHERE pull_request IS NOT NULL;
`;

const DOWN = 'DROP INDEX executions_of_pull_request;';

export const pullRequestIndex: Migration = {
  name: '0032-pull-requests',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
