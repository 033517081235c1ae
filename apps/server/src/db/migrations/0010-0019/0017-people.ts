import type { Migration } from '../migration.ts';

// One row per organization: `account_organizations` had a second one, for better-auth's organization plugin. Members
// and invitations keep the organization's id as text, as better-auth's tables do; they cannot refer to
// `organizations`, which is distributed, so the deletion of an organization deletes them.
const UP = `
ALTER TABLE members DROP CONSTRAINT members_organization_id_fkey;
ALTER TABLE invitations DROP CONSTRAINT invitations_organization_id_fkey;
DROP TABLE account_organizations;

ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;
-- Exact to a minute.
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz;
ALTER TABLE members ADD COLUMN last_active_at timestamptz;

-- The model of invitations requires a role. No invitation was ever made before.
DELETE FROM invitations WHERE role IS NULL;
ALTER TABLE invitations ALTER COLUMN role SET NOT NULL;

-- Mails to be sent. A row has no secret: the links are signed when the mail is sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL
);
CREATE INDEX mails_by_next_try ON mails (next_try_at);
`;

const DOWN = `
DROP TABLE mails;
ALTER TABLE invitations ALTER COLUMN role DROP NOT NULL;
ALTER TABLE members DROP COLUMN last_active_at;
ALTER TABLE sessions DROP COLUMN last_used_at;
ALTER TABLE users DROP COLUMN must_change_password;

CREATE TABLE account_organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  logo text,
  metadata text,
  created_at timestamptz NOT NULL
);
INSERT INTO account_organizations (id, name, slug, created_at)
SELECT organization_id::text, name, organization_id::text, created_at
FROM organizations
WHERE deleted_at IS NULL;
DELETE FROM members WHERE organization_id NOT IN (SELECT id FROM account_organizations);
DELETE FROM invitations WHERE organization_id NOT IN (SELECT id FROM account_organizations);
ALTER TABLE members ADD CONSTRAINT members_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES account_organizations ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_organization_id_fkey
  FOREIGN KEY (organization_id) REFERENCES account_organizations ON DELETE CASCADE;
`;

export const people: Migration = {
  name: '0017-people',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
