import { randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { openReceiver, type Receiver, type Reply } from '../../../test/receiver.ts';
import { analysisEvent, deliver, makeWebhook, publish } from '../../../test/webhooks.ts';
import type { Delivering } from './start-delivering.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => server.close());

let organizationId: string;
const opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  ({ organizationId } = await server.makeOrganization(randomUUID()));
});
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
  // What other tests left is not sent to receivers that are closed.
  await server.deps.database.query('DELETE FROM webhooks');
});

async function receiver(reply?: Reply): Promise<Receiver> {
  const made = await openReceiver(reply);
  opened.push(made);
  return made;
}

function delivering(): Delivering {
  const started = deliver(server.deps);
  opened.push({ close: () => started.stop(1_000) });
  return started;
}

const webhook = (facts: Parameters<typeof makeWebhook>[2]) =>
  makeWebhook(server.deps, organizationId, facts);
const event = (facts?: Parameters<typeof analysisEvent>[1]) => analysisEvent(server.deps, facts);
const send = (...events: ReturnType<typeof event>[]) =>
  publish(server.deps, organizationId, events);

interface StoredDelivery {
  status: string;
  attempts: number;
  step: number;
  response_status: number | null;
  error: string | null;
  due_in: number | null;
}
const deliveriesOf = (webhookId: string) =>
  server.deps.database.query<StoredDelivery>(
    `SELECT status, attempts, step, response_status, error,
            extract(epoch FROM due_at - clock_timestamp())::float8 AS due_in
     FROM webhook_deliveries
     WHERE organization_id = $1 AND webhook_id = $2
     ORDER BY id`,
    [organizationId, webhookId],
  );
const statusesOf = async (webhookId: string) =>
  (await deliveriesOf(webhookId)).map(({ status }) => status);

describe('a delivery', () => {
  it('arrives with a signature over its exact bytes, which the library of the standard verifies', async () => {
    const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
    const { url, requests } = await receiver();
    const id = await webhook({ url, secret });
    delivering();
    const sent = event();
    await send(sent);
    await expect.poll(() => statusesOf(id)).toEqual(['delivered']);
    const [request] = requests;
    const headers = request?.headers as Record<string, string>;
    const body = new StandardWebhook(secret).verify(request?.body ?? '', headers);
    const { executionId } = sent.data as { executionId: string };
    expect(body).toMatchObject({
      type: 'analysis.completed',
      data: { ...sent.data, url: `http://svc.test/executions/${executionId}` },
    });
  });
});
