import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import {
  analysisEvent,
  deliver,
  makeWebhook,
  publish,
} from '../../../test/webhooks/make-webhook.ts';

const RECEIVER = fileURLToPath(
  new URL('../../../../../examples/webhook-receiver/receiver.ts', import.meta.url),
);

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'delivers the events of all organizations',
    env: { SVC_WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
});
afterAll(() => server.close());

/** The example as a process, and what it printed. */
async function startReceiver(secret: string): Promise<{ url: string; output: () => string }> {
  const child = spawn(process.execPath, [RECEIVER], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const port = () => /listening on port (\d+)/.exec(output)?.[1];
  await expect.poll(port, { timeout: 20_000 }).toBeDefined();
  return { url: `http://127.0.0.1:${port()}/`, output: () => output };
}

it('verifies what svc sends, and refuses it with another secret', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const knowing = await startReceiver(secret);
  const strange = await startReceiver('another secret');
  const { organizationId } = server;
  const id = await makeWebhook(server.deps, organizationId, { url: knowing.url, secret });
  const refused = await makeWebhook(server.deps, organizationId, { url: strange.url, secret });
  const delivering = deliver(server.deps);
  onTestFinished(() => delivering.stop(1_000));
  const event = analysisEvent(server.deps);
  await publish(server.deps, organizationId, [event]);
  const answers = () =>
    server.deps.database.query<{ status: string; answer: number }>(
      `SELECT status, response_status AS answer
       FROM webhook_deliveries
       WHERE webhook_id = ANY ($1)
       ORDER BY response_status`,
      [[id, refused]],
    );
  await expect.poll(answers, { timeout: 12_000 }).toEqual([
    { status: 'delivered', answer: 204 },
    { status: 'pending', answer: 401 },
  ]);
  const { executionId } = event.data as { executionId: string };
  expect(knowing.output()).toContain(
    `analysis.completed http://svc.test/executions/${executionId}\n`,
  );
  expect(strange.output()).not.toContain('analysis.completed');
});
