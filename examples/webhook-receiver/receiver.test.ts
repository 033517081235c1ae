import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const EVENT = {
  type: 'webhook.test',
  timestamp: new Date().toISOString(),
  data: { message: 'hello', url: 'https://svc.example.com/settings/webhooks' },
};
const LINE = 'webhook.test https://svc.example.com/settings/webhooks\n';

interface Receiver {
  port: number;
  output: string;
}

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

describe('the example receiver', () => {
  it('prints a signed event and answers 204', async () => {
    const receiver = await start(SECRET);
    expect(await deliver(receiver, signed({}))).toBe(204);
    await expectLines(receiver, 1);
  });

  it('takes a secret that is plain text', async () => {
    const receiver = await start('plain text, no base64');
    const signer = new Webhook(Buffer.from('plain text, no base64'), { format: 'raw' });
    expect(await deliver(receiver, signed({ signer }))).toBe(204);
    await expectLines(receiver, 1);
  });

  it('takes a delivery that two secrets signed', async () => {
    const receiver = await start(SECRET);
    const delivery = signed({});
    const signature = `v1,${Buffer.alloc(32).toString('base64')} ${delivery.headers['webhook-signature']}`;
    const headers = { ...delivery.headers, 'webhook-signature': signature };
    expect(await deliver(receiver, { ...delivery, headers })).toBe(204);
  });

  it('handles a repeat once and answers 204 again', async () => {
    const receiver = await start(SECRET);
    const id = randomUUID();
    expect(await deliver(receiver, signed({ id }))).toBe(204);
    expect(await deliver(receiver, signed({ id }))).toBe(204);
    expect(await deliver(receiver, signed({}))).toBe(204);
    await expectLines(receiver, 2);
  });

  it.each([
    ['another secret', () => signed({ signer: new Webhook(Buffer.from('x'), { format: 'raw' }) })],
    ['another body than the signed one', () => ({ ...signed({}), body: '{}' })],
    ['a time stamp of an hour ago', () => signed({ secondsAgo: 3600 })],
    ['a time stamp of the future', () => signed({ secondsAgo: -3600 })],
    ['no signature', () => ({ body: JSON.stringify(EVENT), headers: {} })],
  ])('refuses a delivery with %s', async (_, delivery) => {
    const receiver = await start(SECRET);
    expect(await deliver(receiver, delivery())).toBe(401);
    expect(await deliver(receiver, signed({}))).toBe(204);
    await expectLines(receiver, 1);
  });

  it('remembers no refused delivery', async () => {
    const receiver = await start(SECRET);
    const id = randomUUID();
    expect(await deliver(receiver, { ...signed({ id }), body: '{}' })).toBe(401);
    expect(await deliver(receiver, signed({ id }))).toBe(204);
    await expectLines(receiver, 1);
  });

  it('answers 413 to too large a body, and goes on', async () => {
    const receiver = await start(SECRET);
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect(await deliver(receiver, { ...signed({}), body })).toBe(413);
    expect(await deliver(receiver, signed({}))).toBe(204);
  });

  it('does not start without a secret', async () => {
    const child = run({ WEBHOOK_SECRET: '' });
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(1);
  });
});

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

function signed({
  id = randomUUID(),
  signer = new Webhook(SECRET),
  secondsAgo = 0,
}: {
  id?: string;
  signer?: Webhook;
  secondsAgo?: number;
}): Delivery {
  const body = JSON.stringify(EVENT);
  const at = new Date(Date.now() - secondsAgo * 1000);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signer.sign(id, at, body),
    },
  };
}

async function deliver({ port }: Receiver, delivery: Delivery): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', ...delivery });
  await answer.text();
  return answer.status;
}

/** Standard output may arrive after the answer, but in order: the line of the last delivery ends the output. */
async function expectLines(receiver: Receiver, count: number): Promise<void> {
  await vi.waitFor(() => expect(receiver.output).toBe(LINE.repeat(count)), { timeout: 20_000 });
}

async function start(secret: string): Promise<Receiver> {
  const port = await freePort();
  const receiver = { port, output: '' };
  const ready = `listening on port ${port}\n`;
  let output = '';
  const child = run({ WEBHOOK_SECRET: secret, PORT: String(port) });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    receiver.output = output.replace(ready, '');
  });
  await vi.waitFor(() => expect(output).toContain(ready), { timeout: 20_000 });
  return receiver;
}

function run(env: Record<string, string>) {
  const script = join(import.meta.dirname, 'receiver.ts');
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
