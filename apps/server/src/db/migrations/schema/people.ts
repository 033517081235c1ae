/** Organizations, the people and keys that act for them, and the log of what they changed. */
export const PEOPLE = `
-- See db/conditions/look-ups.ts. db/citus/cluster.queries.ts replaces it on a cluster.
CREATE FUNCTION is_organization(own uuid, asked uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS 'SELECT (own = asked) IS TRUE';

CREATE TABLE organizations (
  organization_id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  -- From then on the organization cannot be read or uploaded to; a job erases its rows and files.
  deleted_at timestamptz,
  -- How often tests were erased: servers cache which tests exist.
  test_erasures integer NOT NULL DEFAULT 0
);

-- The next four are the tables of better-auth 1.7, from its own generator, in our names. They are small and belong to no
-- organization (one user may be in several), so they are not distributed. Ids are UUIDv7 but have the type text, as
-- generated: better-auth looks up any id that a caller sends, and a uuid column would answer a malformed id with an
-- error instead of "not found".
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL,
  image text,
  must_change_password boolean NOT NULL DEFAULT false,
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
  updated_at timestamptz NOT NULL,
  -- Exact to a minute.
  last_used_at timestamptz
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

-- Members and invitations have the organization's id as text, as better-auth's tables do. They cannot refer to
-- organizations, which is distributed, so the deletion of an organization deletes them.
CREATE TABLE members (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  created_at timestamptz NOT NULL,
  last_active_at timestamptz,
  CONSTRAINT members_user UNIQUE (user_id, organization_id)
);
CREATE INDEX members_of_organization ON members (organization_id);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  inviter_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  status text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_of_organization ON invitations (organization_id);
CREATE INDEX invitations_of_email ON invitations (email);
CREATE INDEX invitations_of_inviter ON invitations (inviter_id);

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

CREATE TABLE api_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  id uuid NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('full', 'ingest')),
  -- The projects and branches that the key is bound to. Null: all.
  projects text[],
  branches text[],
  may_claim_base boolean NOT NULL,
  reads_per_minute integer,
  writes_per_minute integer,
  created_at timestamptz NOT NULL,
  created_by text,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, id),
  -- Only a key that may only upload can be bound: every procedure that another key may call would have to check it.
  CONSTRAINT api_keys_bounds CHECK (
    scope = 'ingest' OR (projects IS NULL AND branches IS NULL AND may_claim_base))
);

-- Finds the organization of a key. Has no other columns, so that it stays small.
CREATE TABLE api_key_hashes (
  hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL
);
CREATE INDEX api_key_hashes_by_organization ON api_key_hashes (organization_id);

-- The log of changes in an organization. The id is a UUIDv7, so the primary key also orders entries by time. The table
-- does not refer to organizations: the entry of an organization's deletion stays when the organization is erased.
CREATE TABLE audit_log (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey', 'server')),
  -- The user's or key's id; null for the server.
  actor_id text,
  -- Author for display: the e-mail address, the key's name, or the command.
  actor text NOT NULL,
  -- Where the request came from; null for the server.
  address text,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  -- Name of the target for display, as it was at that time.
  target text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (organization_id, id)
);
`;
