import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { recordsOf } from '../../db/models/records.ts';
import { Webhook } from '../../db/models/webhook.ts';
import { openKeyring, type Keyring } from '../../secrets/keyring.ts';
import { openWebhook, buildSealPlace } from '../../webhooks/opened-webhook.ts';
import { rotateSecrets, rotateToNewSecret, showSecrets } from './secrets.ts';

const FORMER = 'the secret before, which is long enough too';
const LOST = 'a secret that nobody remembers, long enough';

let server: TestApp;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'rotates the secrets of all organizations' });
});
afterEach(() => server.close());

function depsWith(settings: Partial<Config>): Deps {
  const config = { ...server.deps.config, ...settings };
  return { ...server.deps, config, keyring: openKeyring(config) };
}

const rotating = () => depsWith({ previousSecret: FORMER });

async function store(secret: string | null, options: { withSecrets?: boolean } = {}) {
  return storeWith(depsWith({ secret }).keyring, options);
}

async function storeWith(keyring: Keyring, { withSecrets = true } = {}): Promise<string> {
  const { organizationId } = server;
  const now = testClock.now();
  const id = randomUUID();
  const seal = (text: string, column: Parameters<typeof buildSealPlace>[1]) =>
    keyring.seal(text, buildSealPlace({ organizationId, id }, column));
  await recordsOf(server.scope, Webhook).create({
    id,
    format: 'standard',
    shownUrl: 'https://example.com',
    keyId: keyring.keyId,
    sealedUrl: seal(`https://example.com/${id}`, 'sealedUrl'),
    sealedSecret: withSecrets ? seal('present', 'sealedSecret') : null,
    sealedPreviousSecret: withSecrets ? seal('previous', 'sealedPreviousSecret') : null,
    previousSecretUntil: new Date(now.getTime() + 60_000),
    events: ['*'],
    description: '',
    active: true,
    project: null,
    branch: null,
    minSeverity: null,
    createdAt: now,
    createdBy: null,
    updatedAt: now,
  });
  return id;
}

async function read(keyring: Keyring, id: string) {
  const webhook = await recordsOf(server.scope, Webhook).findOne({ id });
  if (webhook === null) throw new Error('there is no such webhook');
  return { keyId: webhook.keyId, ...openWebhook(keyring, webhook, testClock.now()) };
}

it('encrypts every webhook of a former secret with the key of the present one', async () => {
  const ids = await Promise.all(Array.from({ length: 230 }, () => store(FORMER)));
  const plain = await store(FORMER, { withSecrets: false });
  const present = await store(server.deps.config.secret);
  const deps = rotating();
  const { keyId } = deps.keyring;
  expect(await rotateSecrets(deps)).toEqual([
    `231 webhooks are encrypted again. The present key is ${keyId}.`,
    'Remove SVC_PREVIOUS_SECRET once all servers have the present SVC_SECRET.',
  ]);
  const secrets = ['present', 'previous'];
  for (const id of [...ids, present]) {
    const url = `https://example.com/${id}`;
    expect(await read(server.deps.keyring, id)).toEqual({ keyId, url, secrets });
  }
  expect(await read(server.deps.keyring, plain)).toMatchObject({ keyId, secrets: [] });
  expect((await rotateSecrets(deps))[0]).toMatch(/^0 webhooks are encrypted again/);
});

it('names the webhooks whose key is unknown, and encrypts the others', async () => {
  const lost = await store(LOST);
  const known = await store(FORMER);
  const deps = rotating();
  await expect(rotateSecrets(deps)).rejects.toThrow(
    new RegExp(
      `^1 webhook is encrypted with a key that this server does not have\\. Set SVC_PREVIOUS_SECRET .+\\n {2}${lost} of organization ${server.organizationId}, key ${depsWith({ secret: LOST }).keyring.keyId}$`,
    ),
  );
  expect(await read(server.deps.keyring, known)).toMatchObject({ keyId: deps.keyring.keyId });
  expect(await read(depsWith({ secret: LOST }).keyring, lost)).toMatchObject({
    url: `https://example.com/${lost}`,
  });
});

it('names a webhook that does not open with its key, and leaves it as it is', async () => {
  const id = await store(FORMER);
  const stored = recordsOf(server.scope, Webhook);
  const before = await stored.update(
    { sealedUrl: Buffer.from('changed by hand, long enough') },
    { id },
  );
  await expect(rotateSecrets(rotating())).rejects.toThrow(`1 webhook is damaged`);
  expect(await stored.findAll({ where: { id } })).toEqual(before);
});

it('keeps a change that a person makes in the same moment', async () => {
  const id = await store(FORMER);
  const former = depsWith({ secret: FORMER }).keyring;
  const deps = rotating();
  const place = buildSealPlace({ organizationId: server.organizationId, id }, 'sealedUrl');
  let changes = 0;
  // Changes the URL with the former key after the rotation has read it, as a server without the new secret does.
  const keyring: Keyring = {
    ...deps.keyring,
    has: (keyId) => deps.keyring.has(keyId),
    keyId: deps.keyring.keyId,
  };
  const database = {
    ...deps.database,
    query: async <Row extends object>(sql: string, bind?: unknown[]): Promise<Row[]> => {
      if (sql.startsWith('UPDATE webhooks') && changes++ === 0) {
        const sealedUrl = former.seal('https://example.com/changed', place);
        await recordsOf(server.scope, Webhook).update({ sealedUrl }, { id });
      }
      return deps.database.query<Row>(sql, bind);
    },
  };
  expect((await rotateSecrets({ ...deps, keyring, database }))[0]).toMatch(/^1 webhook is/);
  expect(changes).toBe(2);
  expect(await read(server.deps.keyring, id)).toEqual({
    keyId: deps.keyring.keyId,
    url: 'https://example.com/changed',
    secrets: ['present', 'previous'],
  });
});

it('shows how much each key has encrypted', async () => {
  await store(server.deps.config.secret);
  await store(FORMER);
  await store(FORMER, { withSecrets: false });
  await store(LOST, { withSecrets: false });
  const keyIds = [server.deps.config.secret, FORMER, LOST].map(
    (secret) => depsWith({ secret }).keyring.keyId,
  );
  const [heading, ...rows] = await showSecrets(rotating());
  expect(heading).toBe('KEY           WEBHOOKS  VALUES  STATUS');
  expect(rows.toSorted()).toEqual(
    [
      `${keyIds[0]}  1         3       present`,
      `${keyIds[1]}  2         4       former: svc-admin secrets rotate`,
      `${keyIds[2]}  1         1       unknown: set SVC_PREVIOUS_SECRET`,
    ].toSorted(),
  );
});

it('shows the present key of a server that has stored nothing', async () => {
  expect(await showSecrets(server.deps)).toEqual([
    'KEY           WEBHOOKS  VALUES  STATUS',
    `${server.deps.keyring.keyId}  0         0       present`,
  ]);
});

it('generates a new secret, which a running server need not know to open webhooks', async () => {
  const running = depsWith({ secret: null });
  const id = await storeWith(running.keyring);
  const { keyId, ...opened } = await read(running.keyring, id);
  await rotateToNewSecret(running);
  await rotateToNewSecret(running);
  const restarted = depsWith({ secret: null });
  expect(restarted.keyring.keyId).not.toBe(keyId);
  for (const keyring of [running.keyring, restarted.keyring]) {
    expect(await read(keyring, id)).toEqual({ keyId: restarted.keyring.keyId, ...opened });
  }
  const meanwhile = await storeWith(running.keyring);
  expect((await rotateSecrets(restarted))[0]).toMatch(/^1 webhook is/);
  expect(await read(restarted.keyring, meanwhile)).toMatchObject({
    keyId: restarted.keyring.keyId,
  });
});

it('generates one secret for each of two calls at once, and loses no webhook', async () => {
  const deps = depsWith({ secret: null });
  const id = await storeWith(deps.keyring);
  await Promise.all([rotateToNewSecret(deps), rotateToNewSecret(deps)]);
  const restarted = depsWith({ secret: null });
  await rotateSecrets(restarted);
  expect(await read(restarted.keyring, id)).toMatchObject({ keyId: restarted.keyring.keyId });
});

it('generates no secret beside SVC_SECRET, and says how to change that', async () => {
  await expect(rotateToNewSecret(server.deps)).rejects.toThrow(
    /^SVC_SECRET is set, .+ Set SVC_SECRET to a new one and SVC_PREVIOUS_SECRET to the present one/,
  );
});
