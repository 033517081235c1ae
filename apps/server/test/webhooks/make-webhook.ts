import { createScope } from '../../src/db/scope.ts';
import { recordsOf, type RowOf } from '../../src/db/models/records.ts';
import { Webhook } from '../../src/db/models/webhook.ts';
import type { Deps } from '../../src/deps.ts';
import { drainOutbox } from '../../src/db/outbox/drain-outbox.ts';
import { writeEvents, type NewEvent } from '../../src/db/outbox/events.queries.ts';
import { startDelivering, type Delivering } from '../../src/webhooks/delivery/start-delivering.ts';
import { createFanOut } from '../../src/webhooks/fan-out/fan-out.ts';
import { buildSealPlace } from '../../src/webhooks/opened-webhook.ts';
import { testClock } from '../clock.ts';
import { rethrow } from '../make.ts';

type Facts = Partial<Omit<RowOf<Webhook>, 'organizationId' | 'id'>> & {
  url: string;
  secret?: string;
  previousSecret?: string;
};

/** Stores an active webhook of the format `standard` for all events. Returns its id. */
export async function makeWebhook(
  { database, keyring, random }: Pick<Deps, 'database' | 'keyring' | 'random'>,
  organizationId: string,
  { url, secret, previousSecret, ...facts }: Facts,
): Promise<string> {
  const id = random.id();
  const seal = (text: string | undefined, column: Parameters<typeof buildSealPlace>[1]) =>
    text === undefined ? null : keyring.seal(text, buildSealPlace({ organizationId, id }, column));
  const at = testClock.now();
  await recordsOf(createScope(database, organizationId), Webhook).create({
    id,
    format: 'standard',
    shownUrl: url,
    keyId: keyring.keyId,
    sealedUrl: keyring.seal(url, buildSealPlace({ organizationId, id }, 'sealedUrl')),
    sealedSecret: seal(secret, 'sealedSecret'),
    sealedPreviousSecret: seal(previousSecret, 'sealedPreviousSecret'),
    events: ['*'],
    description: '',
    active: true,
    project: null,
    branch: null,
    minSeverity: null,
    createdAt: at,
    createdBy: null,
    updatedAt: at,
    ...facts,
  });
  return id;
}

/** The event of an analysed execution. */
export function analysisEvent(
  { random }: Pick<Deps, 'random'>,
  facts: Partial<Extract<NewEvent, { type: 'analysis.completed' }>['data']> = {},
): NewEvent {
  return {
    type: 'analysis.completed',
    data: {
      executionId: random.id(),
      number: 1,
      project: 'shop',
      branch: 'main',
      analysisId: random.id(),
      classification: 'REAL_BUG',
      confidence: 0.9,
      needsHuman: false,
      summary: 'The checkout fails with “500” — since yesterday',
      failures: 1,
      ...facts,
    },
  };
}

/** Writes events to the outbox, and queues their deliveries as a server does. */
export async function publish(
  deps: Deps,
  organizationId: string,
  events: readonly NewEvent[],
): Promise<void> {
  await createScope(deps.database, organizationId).transaction((scope) =>
    writeEvents(scope, events),
  );
  await drainOutbox(deps.database, [createFanOut(deps, () => undefined)], rethrow);
}

/** Starts what sends deliveries in a server. */
export function deliver(deps: Deps): Delivering {
  return startDelivering(deps, rethrow);
}
