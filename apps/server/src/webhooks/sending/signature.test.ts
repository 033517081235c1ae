import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { findSecretRefusal, buildSignedHeaders } from './signature.ts';

const BODY = '{"type":"webhook.test","data":{"message":"grüße 🎉"}}';

function sign(secrets: string[]) {
  return buildSignedHeaders({ id: randomUUID(), timestamp: testClock.now(), body: BODY, secrets });
}

const encoded = () => `whsec_${randomBytes(24).toString('base64')}`;
const receiverOf = (secret: string) =>
  secret.startsWith('whsec_')
    ? new Webhook(secret)
    : new Webhook(Buffer.from(secret), { format: 'raw' });

it.each([
  ['base64 after whsec_', encoded()],
  ['a text', 'a secret of people'],
  ['a text beyond ASCII', 'schlüssel 🔑'],
  ['a text with the prefix in the middle', 'my-whsec_abc'],
])('makes a signature that the library of Standard Webhooks verifies: %s', (_, secret) => {
  const headers = sign([secret]);
  expect(receiverOf(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  expect(() => receiverOf(secret).verify(`${BODY} `, headers)).toThrow(
    'No matching signature found',
  );
  expect(() => receiverOf('another secret').verify(BODY, headers)).toThrow(
    'No matching signature found',
  );
  const moved = { ...headers, 'webhook-id': randomUUID() };
  expect(() => receiverOf(secret).verify(BODY, moved)).toThrow('No matching signature found');
});

it('signs with each of two secrets, so that a receiver with either one accepts', () => {
  const secrets = [encoded(), 'the secret before'];
  const headers = sign(secrets);
  expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  for (const secret of secrets) {
    expect(receiverOf(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  }
});

it('names the event and the second, and has no signature without a secret', () => {
  const timestamp = testClock.now();
  expect(buildSignedHeaders({ id: 'event', timestamp, body: BODY, secrets: [] })).toEqual({
    'webhook-id': 'event',
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1_000)),
  });
});

it.each(['whsec_', 'whsec_=', 'whsec_====', 'whsec_a', 'whsec_abc', 'whsec_ab cd', 'whsec_äöüß'])(
  'refuses %j, which has no base64 after the prefix',
  (secret) => {
    expect(findSecretRefusal(secret)).toMatch(/^After whsec_, the secret must be base64\./);
  },
);

it.each(['whsec_YQ==', 'whsec_YWI=', 'whsec_YWJj', 'WHSEC_a', 'a', ' ', 'whsec', encoded()])(
  'accepts %j',
  (secret) => {
    expect(findSecretRefusal(secret)).toBeNull();
  },
);
