import type { Migration } from '../migration.ts';

// When an algorithm of fingerprints replaces another one, a job computes stored failures again
// (rollups/fingerprints/recompute-fingerprints.ts).
const UP = `
ALTER TABLE fingerprints
  -- Of an older algorithm: its failures were computed again, and those it still has lost their results.
  ADD COLUMN recomputed boolean NOT NULL DEFAULT false;
CREATE INDEX fingerprints_by_version ON fingerprints (organization_id, version, project_id, id)
  WHERE NOT recomputed;

-- Which fingerprints the failures of an older fingerprint have now.
CREATE TABLE fingerprint_aliases (
  organization_id uuid NOT NULL,
  project_id uuid NOT NULL,
  old_id uuid NOT NULL,
  new_id uuid NOT NULL,
  old_version smallint NOT NULL,
  new_version smallint NOT NULL,
  PRIMARY KEY (organization_id, project_id, old_id, new_id),
  CONSTRAINT fingerprint_aliases_project FOREIGN KEY (organization_id, project_id)
    REFERENCES projects (organization_id, id)
);
CREATE INDEX fingerprint_aliases_by_old ON fingerprint_aliases (organization_id, old_id);
CREATE INDEX fingerprint_aliases_by_new ON fingerprint_aliases (organization_id, new_id);
`;

const DOWN = `
DROP TABLE fingerprint_aliases;
DROP INDEX fingerprints_by_version;
ALTER TABLE fingerprints DROP COLUMN recomputed;
`;

export const fingerprintAliases: Migration = {
  name: '0022-fingerprint-aliases',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
