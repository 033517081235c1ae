import type { Migration } from '../migration.ts';

// An execution settles when it is complete and nothing more has come for a while. `revision` counts how often it
// settled. Finished executions from before count as settled once, so that nobody gets news of them.
const UP = `
ALTER TABLE executions
  ADD COLUMN settle_at timestamptz,
  ADD COLUMN settled_at timestamptz,
  ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE executions ALTER COLUMN revision SET DEFAULT 0;
UPDATE executions SET revision = 0 WHERE status = 'running';
CREATE INDEX executions_to_settle ON executions (settle_at) WHERE settle_at IS NOT NULL;

-- Events that no consumer has received yet. They are written in the transaction of the change that they report.
CREATE TABLE outbox (
  organization_id uuid NOT NULL REFERENCES organizations,
  -- A UUIDv7. Postgres generates it, because one statement writes many events.
  id uuid NOT NULL DEFAULT encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
    FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When to hand it over next. Later than created_at after a failure.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX outbox_due ON outbox (due_at, id);

-- The branches whose newest speaking execution of the test failed.
ALTER TABLE test_states ADD COLUMN failing_on text[] NOT NULL DEFAULT '{}';
`;

const DOWN = `
ALTER TABLE test_states DROP COLUMN failing_on;
DROP TABLE outbox;
DROP INDEX executions_to_settle;
ALTER TABLE executions DROP COLUMN revision, DROP COLUMN settled_at, DROP COLUMN settle_at;
`;

export const events: Migration = {
  name: '0010-events',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
