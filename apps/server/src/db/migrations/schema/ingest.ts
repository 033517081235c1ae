/** Tables that make repeated uploads harmless, and that count requests. */
export const INGEST = `
CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL REFERENCES organizations,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  -- The text as sent, so that a repeated upload gets the same bytes.
  answer json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (organization_id, created_at);

-- Counts per minute, which are worthless afterwards. Unlogged, so that counting writes no write-ahead log.
CREATE UNLOGGED TABLE rate_limits (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  requests integer NOT NULL,
  -- CI runs whose first upload of the minute was counted, with the number of their uploads since.
  ci_runs jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (subject, window_start)
);
`;
