import type { Migration } from '../migration.ts';

// Who changed what in an organization. `id` is a UUIDv7, so the primary key also orders entries by time. The table
// does not refer to `organizations`: the entry of an organization's deletion stays when the organization is erased.
const UP = `
CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey', 'server')),
  -- The user's or key's id; null for the server.
  actor_id text,
  -- For display: the e-mail address, the key's name, or the command.
  actor text NOT NULL,
  -- Where the request came from; null for the server.
  address text,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  -- For display, as the target was called at that time.
  target text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (organization_id, id)
);
`;

const DOWN = `
DROP TABLE audit_log;
`;

export const auditLog: Migration = {
  name: '0016-audit-log',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
