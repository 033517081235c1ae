/**
 * Settings that all servers of this database share, at most one row. A server with other settings must not start: it
 * could not open what others stored.
 */
export const SERVERS = `
CREATE TABLE shared_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Id of the key that is derived from SVC_SECRET; reveals no other fact about it.
  secret_key_id text NOT NULL,
  -- Content of a file in the storage. Null while the storage has not accepted the file.
  storage_mark uuid
);
`;
