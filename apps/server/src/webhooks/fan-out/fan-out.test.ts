import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../../db/outbox/events.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { rethrow } from '../../../test/make.ts';
import { analysisEvent, makeWebhook, publish } from '../../../test/webhooks/make-webhook.ts';
import { createScope } from '../../db/scope.ts';
import { createFanOut } from './fan-out.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'fans out the events of all organizations' });
});
afterAll(() => server.close());

let organizationId: string;
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
});

const webhook = (facts: Partial<Parameters<typeof makeWebhook>[2]> = {}) =>
  makeWebhook(server.deps, organizationId, { url: 'https://hooks.acme.test/', ...facts });
const analysis = (facts?: Parameters<typeof analysisEvent>[1]) => analysisEvent(server.deps, facts);
const send = (...events: NewEvent[]) => publish(server.deps, organizationId, events);
const regressed = (facts: { project?: string; branch?: string | null } = {}): NewEvent => ({
  type: 'test.regressed',
  data: {
    executionId: server.deps.random.id(),
    number: 2,
    project: 'shop',
    branch: 'main',
    tests: [],
    testCount: 0,
    ...facts,
  },
});

const settledAs = (status: 'passed' | 'failed') => ({
  executionId: server.deps.random.id(),
  number: 1,
  project: 'shop',
  branch: 'main',
  name: null,
  commit: null,
  framework: 'vitest',
  status,
  totals: { tests: 1, passed: 0, failed: 1, skipped: 0, flaky: 0, timedOut: 0, interrupted: 0 },
  durationMs: 1,
  revision: 1,
});

interface QueuedDelivery {
  event_type: string;
  project: string;
  branch: string | null;
  classification?: string;
}
const queuedFor = (webhookId: string) =>
  server.deps.database.query<QueuedDelivery>(
    `SELECT event_type,
            body::json->'data'->>'project' AS project,
            body::json->'data'->>'branch' AS branch,
            body::json->'data'->>'classification' AS classification
     FROM webhook_deliveries
     WHERE organization_id = $1 AND webhook_id = $2
     ORDER BY id`,
    [organizationId, webhookId],
  );

const types = async (id: string) => (await queuedFor(id)).map((one) => one.event_type);

describe('a webhook receives', () => {
  it('the types that it subscribes to, or all of them', async () => {
    const all = await webhook();
    const some = await webhook({ events: ['test.regressed', 'test.flaky'] });
    await send(analysis(), regressed());
    expect((await types(all)).toSorted()).toEqual(['analysis.completed', 'test.regressed']);
    expect(await types(some)).toEqual(['test.regressed']);
  });

  it('one message about a failed execution if it is a chat, unless it wants only one of the two events', async () => {
    const program = await webhook();
    const chat = await webhook({ format: 'slack' });
    const completed = await webhook({ format: 'slack', events: ['execution.completed'] });
    await send(
      { type: 'execution.completed', data: settledAs('failed') },
      { type: 'execution.failed', data: settledAs('failed') },
      { type: 'execution.completed', data: settledAs('passed') },
    );
    const both = ['execution.completed', 'execution.failed', 'execution.completed'];
    expect((await types(program)).toSorted()).toEqual(both.toSorted());
    expect((await types(chat)).toSorted()).toEqual(['execution.completed', 'execution.failed']);
    expect(await types(completed)).toEqual(['execution.completed', 'execution.completed']);
  });

  it('only events of its project and branch', async () => {
    const ofProject = await webhook({ project: 'shop' });
    const ofBranch = await webhook({ branch: 'main' });
    await send(
      regressed({ project: 'shop', branch: 'next' }),
      regressed({ project: 'other', branch: 'main' }),
      regressed({ project: 'other', branch: null }),
    );
    expect(await queuedFor(ofProject)).toMatchObject([{ project: 'shop', branch: 'next' }]);
    expect(await queuedFor(ofBranch)).toMatchObject([{ project: 'other', branch: 'main' }]);
  });

  it.each([
    ['REAL_BUG', ['REAL_BUG']],
    ['HEALABLE', ['REAL_BUG', 'HEALABLE']],
    ['INFRA', ['REAL_BUG', 'HEALABLE', 'INFRA']],
    ['KNOWN_FLAKE', ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE']],
  ] as const)('with minSeverity %s only %j, and events without a class', async (least, passing) => {
    const id = await webhook({ minSeverity: least });
    const classes = ['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE'] as const;
    await send(regressed(), ...classes.map((classification) => analysis({ classification })));
    const queued = (await queuedFor(id)).map((one) => one.classification ?? 'none');
    expect(queued.toSorted()).toEqual([...passing, 'none'].toSorted());
  });

  it('an unsure analysis whatever the minSeverity: it may be a real bug', async () => {
    const id = await webhook({ minSeverity: 'REAL_BUG' });
    const candidates = [
      { classification: 'INFRA' as const, confidence: 0.5 },
      { classification: 'HEALABLE' as const, confidence: 0.4 },
    ];
    await send(analysis({ classification: null, candidates, confidence: 0.5 }));
    expect(await queuedFor(id)).toHaveLength(1);
  });

  it('nothing while it is off, and nothing of another organization', async () => {
    const off = await webhook({ active: false });
    const { organizationId: other } = await server.makeOrganization(randomUUID());
    const foreign = await makeWebhook(server.deps, other, { url: 'https://hooks.acme.test/' });
    await send(analysis());
    expect(await queuedFor(off)).toEqual([]);
    const rows = await server.deps.database.query(
      'SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1',
      [foreign],
    );
    expect(rows).toEqual([]);
  });

  it('an event once, also when the outbox hands it over again', async () => {
    const id = await webhook();
    const event = { ...analysis(), id: randomUUID(), createdAt: server.deps.clock.now() };
    const due = { ...event, organizationId, failures: 0 } as never;
    const consumer = createFanOut(server.deps, () => undefined);
    for (let time = 0; time < 2; time++) {
      await createScope(server.deps.database, organizationId)
        .transaction((scope) => consumer.take(scope, [due]))
        .catch(rethrow);
    }
    expect(await queuedFor(id)).toHaveLength(1);
  });

  it('its own body, when webhooks of several formats want many events', async () => {
    const ids = await Promise.all([webhook(), webhook({ format: 'slack' }), webhook()]);
    const events = Array.from({ length: 600 }, (_, number) => analysis({ number: number + 1 }));
    await send(...events);
    const rows = await server.deps.database.query<{ format: string; bodies: number; rows: number }>(
      `SELECT format, count(DISTINCT body)::integer AS bodies, count(*)::integer AS rows
       FROM webhook_deliveries
       JOIN webhooks ON webhooks.organization_id = webhook_deliveries.organization_id AND webhooks.id = webhook_id
       WHERE webhook_deliveries.organization_id = $1 AND webhook_id = ANY ($2)
       GROUP BY format
       ORDER BY format`,
      [organizationId, ids],
    );
    expect(rows).toEqual([
      { format: 'slack', bodies: 600, rows: 600 },
      { format: 'standard', bodies: 600, rows: 1_200 },
    ]);
  });
});
