import type { Migration } from '../migration.ts';

const UP = `
ALTER TABLE failing_results
  -- Of its other errors: those of earlier failed attempts, and causes. Null without any.
  ADD COLUMN further_fingerprints uuid[];
-- Finds whether any failure still has a fingerprint. Few failures have several.
CREATE INDEX failing_results_by_further_fingerprint ON failing_results USING gin (further_fingerprints)
  WHERE further_fingerprints IS NOT NULL;

ALTER TABLE execution_shards
  -- It reported failures that another part, or a request before, had reported with the same errors.
  ADD COLUMN repeats_failures boolean NOT NULL DEFAULT false;

ALTER TABLE verdict_feedback
  -- Whether who gave it may quarantine, too. What others say changes no gate.
  ADD COLUMN may_quarantine boolean NOT NULL DEFAULT false;
ALTER TABLE verdict_feedback ALTER COLUMN may_quarantine DROP DEFAULT;
`;

const DOWN = `
ALTER TABLE verdict_feedback DROP COLUMN may_quarantine;
ALTER TABLE execution_shards DROP COLUMN repeats_failures;
ALTER TABLE failing_results DROP COLUMN further_fingerprints;
`;

export const whatExcuses: Migration = {
  name: '0026-what-excuses',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
