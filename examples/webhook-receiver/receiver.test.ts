import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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
  secret: string;
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
    expect(await printed(receiver)).toBe(LINE);
  });

  it('takes a secret that is plain text', async () => {
    const secret = 'plain text, no base64';
    const receiver = await start(secret);
    expect(await deliver(receiver, signed({ secret }))).toBe(204);
    expect(await printed(receiver)).toBe(LINE);
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
    expect(await printed(receiver)).toBe(LINE);
  });

  it.each([
    ['another secret', () => signed({ secret: 'another secret' })],
    ['another body than the signed one', () => ({ ...signed({}), body: '{}' })],
    ['a timestamp of an hour ago', () => signed({ secondsAgo: 3600 })],
    ['a timestamp of the future', () => signed({ secondsAgo: -3600 })],
    ['no signature', () => ({ body: JSON.stringify(EVENT), headers: {} })],
  ])('refuses a delivery with %s', async (_, delivery) => {
    const receiver = await start(SECRET);
    expect(await deliver(receiver, delivery())).toBe(401);
    expect(await printed(receiver)).toBe('');
  });

  it('remembers no refused delivery', async () => {
    const receiver = await start(SECRET);
    const id = randomUUID();
    expect(await deliver(receiver, { ...signed({ id }), body: '{}' })).toBe(401);
    expect(await deliver(receiver, signed({ id }))).toBe(204);
    expect(await printed(receiver)).toBe(LINE);
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
  secret = SECRET,
  event = EVENT,
  secondsAgo = 0,
}: {
  id?: string;
  secret?: string;
  event?: typeof EVENT;
  secondsAgo?: number;
}): Delivery {
  const signer = secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret), { format: 'raw' });
  const body = JSON.stringify(event);
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

/** What the receiver printed. Standard output may arrive after the answers, so another event ends it. */
async function printed(receiver: Receiver): Promise<string> {
  const event = { ...EVENT, type: 'execution.completed' };
  const line = `execution.completed ${EVENT.data.url}\n`;
  expect(await deliver(receiver, signed({ event, secret: receiver.secret }))).toBe(204);
  await vi.waitFor(() => expect(receiver.output).toContain(line), { timeout: 20_000 });
  return receiver.output.replace(line, '');
}

async function start(secret: string): Promise<Receiver> {
  const child = run({ WEBHOOK_SECRET: secret, PORT: '0' });
  const receiver = { secret, port: 0, output: '' };
  child.stdout.on('data', (chunk: Buffer) => (receiver.output += chunk.toString()));
  const ready = /^listening on port (\d+)\n$/;
  await vi.waitFor(() => expect(receiver.output).toMatch(ready), { timeout: 20_000 });
  const port = Number(ready.exec(receiver.output)?.[1]);
  return Object.assign(receiver, { port, output: '' });
}

function run(env: Record<string, string>) {
  const script = join(import.meta.dirname, 'receiver.ts');
  const child = spawn(process.execPath, [script], {
    // With the variables of the test's process, which may move the clock.
    env: { ...process.env, WEBHOOK_SECRET: '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  return child;
}
