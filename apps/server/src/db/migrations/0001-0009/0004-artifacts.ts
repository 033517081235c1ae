import type { Migration } from '../migration.ts';

const UP = `
-- The stored files of an organization. Each is stored once, even if several artifacts refer to it.
CREATE TABLE artifact_contents (
  organization_id uuid NOT NULL REFERENCES organizations,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  stored_at timestamptz NOT NULL,
  -- The time from which the file may be deleted. Nothing may rely on it any more.
  doomed_at timestamptz,
  PRIMARY KEY (organization_id, sha256)
);
CREATE INDEX artifact_contents_doomed ON artifact_contents (organization_id, sha256)
  WHERE doomed_at IS NOT NULL;

CREATE UNIQUE INDEX artifacts_by_id ON artifacts (organization_id, id);
CREATE INDEX artifacts_by_content ON artifacts (organization_id, sha256) WHERE state <> 'expired';
CREATE INDEX artifacts_by_age ON artifacts (organization_id, created_at) WHERE state <> 'expired';
`;

const DOWN = `
DROP INDEX artifacts_by_age, artifacts_by_content, artifacts_by_id;
DROP TABLE artifact_contents;
`;

export const artifacts: Migration = {
  name: '0004-artifacts',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
