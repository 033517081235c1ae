/** Events, and the webhooks that they are sent to. */
export const WEBHOOKS = `
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

CREATE TABLE webhooks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  format text NOT NULL,
  -- Address that answers show. The address of a chat is cut.
  shown_url text NOT NULL,
  -- The key that sealed the next three (secrets/keyring.ts).
  key_id text NOT NULL,
  sealed_url bytea NOT NULL,
  sealed_secret bytea,
  sealed_previous_secret bytea,
  -- Until then, the previous secret signs too.
  previous_secret_until timestamptz,
  events text[] NOT NULL,
  description text NOT NULL,
  active boolean NOT NULL,
  -- Why the server turned it off. Null if a person did, and while it is on.
  pause_reason text CHECK (pause_reason IN ('gone', 'failing')),
  paused_at timestamptz,
  -- Filters; null for all. A project by its name, which outlives the project.
  project text,
  branch text,
  min_severity text,
  created_at timestamptz NOT NULL,
  created_by text,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhooks_by_key ON webhooks (key_id);

-- How a webhook's deliveries go. Apart from webhooks, because each attempt changes it.
CREATE TABLE webhook_health (
  organization_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- When the first of them was. Null without any.
  failing_since timestamptz,
  -- No request is sent until then: the endpoint failed repeatedly, or sent Retry-After.
  blocked_until timestamptz,
  last_attempt_at timestamptz,
  last_status text,
  last_response_status integer,
  PRIMARY KEY (organization_id, webhook_id),
  CONSTRAINT webhook_health_webhook FOREIGN KEY (organization_id, webhook_id)
    REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);

-- One event for one webhook. Kept for 30 days.
CREATE TABLE webhook_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- Subject of the event, which may be deleted.
  execution_id uuid,
  -- The exact bytes of every attempt, as UTF-8.
  body text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Attempts of the retry schedule, which starts again when a person delivers again.
  step integer NOT NULL DEFAULT 0,
  -- When the next attempt is due; while one is out, when another server may try. Null if none follows.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Facts of the newest attempt.
  last_attempt_at timestamptz,
  response_status integer,
  error text,
  duration_ms integer,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_deliveries_event UNIQUE (organization_id, webhook_id, event_id),
  CONSTRAINT webhook_deliveries_webhook FOREIGN KEY (organization_id, webhook_id)
    REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, due_at)
  WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest
  ON webhook_deliveries (organization_id, webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_oldest ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_of_execution ON webhook_deliveries (organization_id, execution_id)
  WHERE execution_id IS NOT NULL;

CREATE TABLE webhook_attempts (
  organization_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  -- From 1.
  number integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Null without an answer.
  response_status integer,
  -- Why there was no answer.
  error text,
  request_headers json NOT NULL,
  response_headers json,
  response_body text,
  response_truncated boolean NOT NULL,
  PRIMARY KEY (organization_id, delivery_id, number),
  CONSTRAINT webhook_attempts_delivery FOREIGN KEY (organization_id, delivery_id)
    REFERENCES webhook_deliveries (organization_id, id) ON DELETE CASCADE
);
`;
