import type { DeliveryStatus } from '@svc/contract/webhooks/deliveries';
import type { TransactionScope } from '../../db/scope.ts';
import type { Random } from '../../random.ts';
import {
  computeHealthAfter,
  isAfterSilence,
  isFailingForDays,
  isArrival,
  type EndpointHealth,
} from './endpoint-health.ts';
import {
  lockHealth,
  storeAttempts,
  storeHealth,
  type NewHealth,
  type RecordedAttempt,
  type StoredHealth,
} from './outcomes.queries.ts';
import type { Pause } from './pause-webhook.ts';
import { computeRetryDelay } from './retry-schedule.ts';
import type { Outcome } from './send-delivery.ts';

const GONE = 410;

/**
 * Stores outcomes of the organization: each attempt, the next state of its delivery, and the health of its endpoint. An
 * outcome that is stored already changes nothing, so that a repeated call counts no failure twice. Returns the webhooks
 * to turn off, whose endpoint answered 410 or has only failed for 5 days. If the server ends before that, the next
 * failure turns them off.
 */
export async function recordOutcomes(
  scope: TransactionScope,
  outcomes: readonly Outcome[],
  random: Random,
): Promise<Pause[]> {
  const webhookIds = new Set(outcomes.map(({ delivery }) => delivery.webhookId));
  const health = await lockHealth(scope, [...webhookIds]);
  const [first] = health;
  // The webhooks are deleted, with their deliveries.
  if (first === undefined) return [];
  const stored = await storeAttempts(
    scope,
    outcomes.map((outcome) => toRecordedAttempt(outcome, random)),
    first.now,
  );
  const byWebhook = Map.groupBy(
    outcomes.filter(({ delivery }) => stored.has(delivery.id)),
    ({ delivery }) => delivery.webhookId,
  );
  const changed = health.flatMap(
    (before) => computeHealthChange(before, byWebhook.get(before.webhookId) ?? [], random) ?? [],
  );
  await storeHealth(
    scope,
    changed.map((change) => change.health),
  );
  return changed.flatMap(({ pause }) => pause ?? []);
}

/** The stored part of an outcome. */
function toRecordedAttempt(outcome: Outcome, random: Random): RecordedAttempt {
  const { delivery, at, requestHeaders, answer } = outcome;
  const { status, retrySeconds } = decideFate(outcome, random);
  return {
    deliveryId: delivery.id,
    number: delivery.attempt,
    at,
    durationMs: answer.durationMs,
    status,
    retrySeconds,
    responseStatus: answer.status,
    error: answer.error,
    requestHeaders,
    responseHeaders: answer.headers,
    responseBody: answer.body,
    responseTruncated: answer.truncated,
  };
}

/** The next state of a delivery after an attempt. */
function decideFate(
  { delivery, answer }: Outcome,
  random: Random,
): { status: DeliveryStatus; retrySeconds: number | null } {
  if (isArrival(answer)) return { status: 'delivered', retrySeconds: null };
  if (answer.status === GONE) return { status: 'failed', retrySeconds: null };
  const { retryAfterSeconds } = answer;
  const retrySeconds = computeRetryDelay(delivery.step + 1, { retryAfterSeconds, random });
  return { status: retrySeconds === null ? 'failed' : 'pending', retrySeconds };
}

/** The health of an endpoint after its outcomes, in the order of their answers, and whether its webhook is turned off. */
function computeHealthChange(
  before: StoredHealth,
  outcomes: readonly Outcome[],
  random: Random,
): { health: NewHealth; pause: Pause | null } | null {
  const [first] = outcomes;
  const last = outcomes.at(-1);
  if (first === undefined || last === undefined) return null;
  let health: EndpointHealth = isAfterSilence(before, first.at)
    ? { ...before, failingSince: null }
    : before;
  let pause: Pause | null = null;
  const { organizationId, webhookId, now } = before;
  for (const { at, isProbe, answer } of outcomes) {
    health = computeHealthAfter(health, { ...answer, at, isProbe }, random);
    if (answer.status === GONE) pause = { organizationId, webhookId, reason: 'gone', at };
    else if (isFailingForDays(health, at)) {
      pause ??= { organizationId, webhookId, reason: 'failing', at };
    }
  }
  const lastDelivery = {
    lastAttemptAt: last.at,
    lastStatus: decideFate(last, random).status,
    lastResponseStatus: last.answer.status,
  };
  return { health: { ...health, organizationId, webhookId, now, ...lastDelivery }, pause };
}
