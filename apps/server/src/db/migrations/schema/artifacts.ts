/** Files that results produced. */
export const ARTIFACTS = `
CREATE TABLE artifacts (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  id uuid NOT NULL,
  result_id uuid NOT NULL,
  attempt smallint,
  client_id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text,
  state text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  PRIMARY KEY (organization_id, execution_id, id),
  CONSTRAINT artifacts_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX artifacts_by_id ON artifacts (organization_id, id);
CREATE INDEX artifacts_by_content ON artifacts (organization_id, sha256) WHERE state <> 'expired';
CREATE INDEX artifacts_by_age ON artifacts (organization_id, created_at) WHERE state <> 'expired';

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
`;
