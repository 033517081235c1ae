import type { Migration } from '../migration.ts';

// What each organization stores, so that an upload need not count it. A job counts and corrects it, so it starts
// without rows.
const UP = `
CREATE TABLE organization_usage (
  organization_id uuid NOT NULL REFERENCES organizations,
  -- An organization's usage is the sum of its rows. Concurrent uploads add to different rows.
  slot smallint NOT NULL,
  results bigint NOT NULL,
  artifact_bytes bigint NOT NULL,
  PRIMARY KEY (organization_id, slot)
);

-- Null: the server's default. 0: no limit.
CREATE TABLE quotas (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  -- Whole numbers up to 2^53, which JavaScript reads as numbers.
  results double precision,
  artifact_bytes double precision
);
`;

const DOWN = `
DROP TABLE quotas, organization_usage;
`;

export const quotas: Migration = {
  name: '0021-quotas',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
