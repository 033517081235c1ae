import type { Migration } from '../migration.ts';

const UP = `
-- What retention leaves of the results that states of tests depend on: test_states is derived from this and from
-- results.
CREATE TABLE expired_runs (
  organization_id uuid NOT NULL,
  test_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- The newest runs of a test that was watched (history/packed-runs.ts).
  runs bytea NOT NULL,
  -- Retention deleted no other run of the test.
  whole boolean NOT NULL,
  -- Evidence up to then was forgotten, for a reason that is not stored any more.
  evidence_after timestamptz,
  PRIMARY KEY (organization_id, test_id),
  CONSTRAINT expired_runs_test FOREIGN KEY (organization_id, test_id)
    REFERENCES tests (organization_id, id)
);
CREATE INDEX expired_runs_of_project ON expired_runs (organization_id, project_id);

-- So far the states alone had them. A run takes nine bytes and begins with the number of its execution.
INSERT INTO expired_runs (organization_id, test_id, project_id, runs, whole, evidence_after)
SELECT test_states.organization_id, test_states.test_id, test_states.project_id,
       coalesce(
         string_agg(substring(runs FROM start + 1 FOR 9), ''::bytea ORDER BY start)
           FILTER (WHERE executions.id IS NOT NULL),
         ''),
       watched AND runs_from IS NULL,
       test_states.evidence_after
FROM test_states
LEFT JOIN LATERAL generate_series(0, octet_length(runs) - 9, 9) AS start ON true
LEFT JOIN executions ON executions.organization_id = test_states.organization_id
               AND executions.project_id = test_states.project_id
               AND executions.results_expired_at IS NOT NULL
               AND executions.number = get_byte(runs, start)
                                     + get_byte(runs, start + 1) * 256
                                     + get_byte(runs, start + 2) * 65536
                                     + get_byte(runs, start + 3) * 16777216
WHERE test_states.organization_id IN (
  SELECT organization_id FROM executions WHERE results_expired_at IS NOT NULL)
GROUP BY test_states.organization_id, test_states.test_id
HAVING count(executions.id) > 0
    OR test_states.evidence_after IS NOT NULL
    OR (watched AND runs_from IS NOT NULL);
`;

export const expiredRuns: Migration = {
  name: '0014-expired-runs',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query('DROP TABLE expired_runs');
  },
};
