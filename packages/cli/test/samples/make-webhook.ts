import type { Delivery, DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import type { Webhook } from '@svc/contract/webhooks/webhooks';

/** An active webhook whose last attempt arrived; `changes` replace whole fields. */
export function makeWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    id: '0193a1b2-0000-7000-8000-0000a91c44de',
    url: 'https://ci.example.com/hooks/svc',
    format: 'standard',
    events: ['execution.failed', 'test.flaky'],
    description: '',
    active: true,
    pauseReason: null,
    pausedAt: null,
    hasSecret: true,
    previousSecretUntil: null,
    project: null,
    branch: null,
    minSeverity: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    createdBy: 'deploy key',
    updatedAt: '2026-11-20T10:00:00.000Z',
    lastDelivery: { at: '2026-11-21T09:28:00.000Z', status: 'delivered', responseStatus: 204 },
    consecutiveFailures: 0,
    ...changes,
  };
}

/** A delivery that arrived at the first attempt; `changes` replace whole fields. */
export function makeDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    id: '0193a1b2-0000-7000-8000-000077e0a1c2',
    eventId: '0193a1b2-0000-7000-8000-000000000009',
    eventType: 'execution.failed',
    status: 'delivered',
    attempt: 1,
    attemptsMost: 10,
    responseStatus: 204,
    error: null,
    durationMs: 143,
    request: {
      headers: { 'content-type': 'application/json', 'webhook-signature': 'v1,c2lnbmF0dXJl' },
      body: '{"type":"execution.failed","timestamp":"2026-11-21T09:28:00.000Z","data":{"number":812,"branch":"main"}}',
      truncated: false,
    },
    response: { headers: { server: 'ci' }, body: '', truncated: false },
    createdAt: '2026-11-21T09:27:58.000Z',
    lastAttemptAt: '2026-11-21T09:28:00.000Z',
    nextAttemptAt: null,
    ...changes,
  };
}

/** The same delivery after the receiver answered 503 twice and was not there once; the next attempt is in 4 min. */
export function makeFailingDelivery(changes: Partial<DeliveryDetail> = {}): DeliveryDetail {
  const outcome = {
    responseStatus: 503,
    error: null,
    durationMs: 1200,
    response: {
      headers: { 'content-type': 'text/html' },
      body: '<h1>Service unavailable</h1>\n',
      truncated: false,
    },
  };
  const delivery = makeDelivery({
    ...outcome,
    status: 'pending',
    attempt: 3,
    nextAttemptAt: '2026-11-21T09:34:30.000Z',
  });
  const request = { headers: delivery.request.headers };
  const attempt = { ...outcome, number: 1, at: '2026-11-21T09:20:00.000Z', request };
  const absent = { responseStatus: null, error: 'the connection was refused', response: null };
  return {
    ...delivery,
    attempts: [
      attempt,
      { ...attempt, ...absent, number: 2, at: '2026-11-21T09:20:05.000Z' },
      { ...attempt, number: 3, at: '2026-11-21T09:28:00.000Z' },
    ],
    ...changes,
  };
}
