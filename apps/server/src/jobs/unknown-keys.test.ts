import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { makeWebhook } from '../../test/webhooks/make-webhook.ts';
import { openKeyring } from '../secrets/keyring.ts';
import { reportUnknownKeys } from '../background/unknown-keys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'reports the secrets of all organizations' });
});
afterAll(() => server.close());

it('reports webhooks whose address another secret encrypted, and nothing without any', async () => {
  const { deps, organizationId } = server;
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    error: (error: unknown, job: string) => void errors.push(`${job}: ${String(error)}`),
  };
  await makeWebhook(deps, organizationId, { url: 'https://hooks.svc.test/' });
  await reportUnknownKeys(deps, log, 'job')();
  expect(errors).toEqual([]);
  const secret = 'another secret of a server, long enough as well';
  const keyring = openKeyring({ ...deps.config, secret });
  await reportUnknownKeys({ ...deps, keyring }, log, 'job')();
  expect(errors).toEqual([
    'job: Error: 1 webhook sends nothing: another SVC_SECRET encrypted the address. Set SVC_PREVIOUS_SECRET to it, or set address and secret again.',
  ]);
});
