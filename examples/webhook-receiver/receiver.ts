import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const { WEBHOOK_SECRET: secret = '', PORT: port = '8080' } = process.env;
if (secret === '') throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.');

const BODY_BYTES_MOST = 1024 * 1024;
const REMEMBERED_IDS = 10_000;

// svc reads a secret without the prefix as text; the library would read it as base64.
const webhook = secret.startsWith('whsec_')
  ? new Webhook(secret)
  : new Webhook(Buffer.from(secret), { format: 'raw' });
const handledIds = new Set<string>();

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.destroy(),
  );
});
server.listen(Number(port), () => {
  console.log(`listening on port ${(server.address() as AddressInfo).port}`);
});

/** Handles one delivery and returns the status for it. Everything but 2xx makes svc try again later. */
async function receive(request: IncomingMessage): Promise<number> {
  const body = await readBody(request);
  if (body === null) return 413;
  const event = verify(body, request);
  if (event === null) {
    console.error('refused a request with a wrong signature or an old timestamp');
    return 401;
  }
  const id = String(request.headers['webhook-id']);
  if (handledIds.has(id)) return 204;
  console.log(`${event.type} ${event.data.url}`);
  const [oldestId] = handledIds.add(id);
  if (handledIds.size > REMEMBERED_IDS && oldestId !== undefined) handledIds.delete(oldestId);
  return 204;
}

/** The exact bytes that were signed; null above the limit. Reads to the end, because closing early would lose the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= BODY_BYTES_MOST) chunks.push(chunk);
  }
  return sizeBytes > BODY_BYTES_MOST ? null : Buffer.concat(chunks);
}

/** The event; null with a wrong signature or a timestamp that is more than 5 minutes off. */
function verify(body: Buffer, { headers }: IncomingMessage) {
  try {
    const event = webhook.verify(body, headers as Record<string, string>);
    return event as { type: string; timestamp: string; data: { url: string } };
  } catch (error) {
    if (error instanceof WebhookVerificationError) return null;
    throw error;
  }
}
