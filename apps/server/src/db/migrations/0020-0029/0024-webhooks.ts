import type { Migration } from '../migration.ts';

const UP = `
-- Events of the shapes before. Only the log took them.
DELETE FROM outbox;

-- What changed for tests, until their execution settles and one event reports all of it.
CREATE TABLE test_news (
  organization_id uuid NOT NULL,
  execution_id uuid NOT NULL,
  -- The type of the event.
  type text NOT NULL CHECK (type IN ('test.flaky', 'test.regressed', 'test.recovered')),
  test_id uuid NOT NULL,
  PRIMARY KEY (organization_id, execution_id, type, test_id),
  CONSTRAINT test_news_execution FOREIGN KEY (organization_id, execution_id)
    REFERENCES executions (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE webhooks (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  format text NOT NULL,
  -- What answers show. The address of a chat is cut.
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
  -- Until then, nothing is sent: the endpoint failed again and again, or asked for a pause.
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
  -- What the event is about, which may be deleted.
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
  -- Of the newest attempt.
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

const DOWN = `
DROP TABLE webhook_attempts, webhook_deliveries, webhook_health, webhooks, test_news;
`;

export const webhooks: Migration = {
  name: '0024-webhooks',
  up: async ({ transaction }) => {
    await transaction.query(UP);
  },
  down: async ({ transaction }) => {
    await transaction.query(DOWN);
  },
};
