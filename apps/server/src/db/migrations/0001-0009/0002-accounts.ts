import type { Migration } from '../migration.ts';

// The tables of better-auth 1.7 with its organization plugin, from its own generator, in our names. They are small
// and belong to no organization (one user may be in several), so they are not distributed. Ids are UUIDv7 but have
// the type text, as generated: better-auth looks up any id that a caller sends, and a uuid column would answer a
// malformed id with an error instead of "not found".
const UP = `
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  -- The organization_id whose data the session reads.
  active_organization_id text,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);

-- How a user can sign in: with a password, or with the account of an OAuth provider.
CREATE TABLE accounts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  provider_id text NOT NULL,
  issuer text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL,
  CONSTRAINT accounts_account UNIQUE (issuer, account_id)
);
CREATE INDEX accounts_of_user ON accounts (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_of_identifier ON verifications (identifier);

-- The organization as better-auth knows it, under the same id as in organizations, which every other
-- table refers to. Two rows for one thing, because organizations is distributed: there the id must be
-- called organization_id, which better-auth cannot rename, a slug unique over all organizations cannot
-- be kept, and a table that is not distributed cannot refer to it.
CREATE TABLE account_organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  logo text,
  metadata text,
  created_at timestamptz NOT NULL
);

CREATE TABLE members (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES account_organizations ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  created_at timestamptz NOT NULL,
  CONSTRAINT members_user UNIQUE (user_id, organization_id)
);
CREATE INDEX members_of_organization ON members (organization_id);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES account_organizations ON DELETE CASCADE,
  inviter_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  role text CHECK (role IN ('owner', 'admin', 'member')),
  status text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_of_organization ON invitations (organization_id);
CREATE INDEX invitations_of_email ON invitations (email);
CREATE INDEX invitations_of_inviter ON invitations (inviter_id);
`;

const DOWN = `
DROP TABLE invitations, members, account_organizations, verifications, accounts, sessions, users;
`;

export const accounts: Migration = {
  name: '0002-accounts',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
