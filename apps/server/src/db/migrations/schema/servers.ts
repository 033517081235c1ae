/**
 * Settings that all servers of this database share, at most one row. A server with other settings must not start: it
 * could not open what others stored.
 */
export const SERVERS = `
CREATE TABLE shared_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Names the key that SVC_SECRET gives, and says nothing else of it.
  secret_key_id text NOT NULL,
  -- What a file in the storage holds. Null while the storage did not take the file.
  storage_mark uuid
);
`;
