import { answering, startAnsweringServer } from '@svc/client/test/answering-server.ts';
import type { Whoami } from '@svc/contract/people/whoami';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { expect, it, onTestFinished } from 'vitest';
import { makeWorld } from '../../../test/make-world.ts';
import { makePrinter } from '../../terminal/print.ts';
import { checkKey } from './check-key.ts';

const now = new Date('2026-11-21T09:30:00.000Z');

/** The check of a key by a server with this answer. */
async function check(credential: Partial<Whoami['credential']>) {
  const whoami: Whoami = {
    organization: { id: '0193a1b2-0000-7000-8000-000000000001', name: 'Default' },
    credential: {
      kind: 'apiKey',
      id: 'k',
      name: 'CI',
      role: 'apiKey',
      scope: 'full',
      bounds: null,
      expiresAt: null,
      ...credential,
    },
    limits: { readsPerMinute: 100, writesPerMinute: 10 },
    server: { version: '0.1.0', time: now.toISOString() },
  };
  const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' };
  const server = await startAnsweringServer(answering(200, { result: { data: whoami } }, headers));
  onTestFinished(() => server.close());
  const settings = {
    url: server.url,
    urlSource: 'flag' as const,
    credential: buildApiKey('0TestKeyOfTheRepositoryItself0'),
    credentialSource: 'flag' as const,
    warnings: [],
  };
  const world = makeWorld();
  const printer = await makePrinter({ color: false }, world);
  const { env, directory } = world;
  return checkKey({ args: [], settings, printer, world, env, directory, now }, true);
}

it('shows the key, its organization and the rest of its rate limit', async () => {
  expect(await check({})).toEqual({
    name: 'key',
    status: 'ok',
    text: 'key svc_…AVcL may write to organization Default (99 of 100 reads left, 10 writes a minute)',
    advice: [],
  });
});

it('says of a key for uploads that it may do nothing else', async () => {
  expect(await check({ scope: 'ingest' })).toMatchObject({
    status: 'ok',
    text: 'key svc_…AVcL may only upload to organization Default (99 of 100 reads left, 10 writes a minute)',
  });
});

it('says what a key is bound to', async () => {
  const bounds = { projects: ['web'], branches: null, mayClaimBase: false };
  expect(await check({ scope: 'ingest', bounds })).toMatchObject({
    status: 'ok',
    text: 'key svc_…AVcL may only upload to organization Default, only project web, not the base branch (99 of 100 reads left, 10 writes a minute)',
  });
});

it('warns two weeks before a key expires', async () => {
  expect(await check({ expiresAt: '2026-12-06T09:30:00.000Z' })).toMatchObject({ status: 'ok' });
  expect(await check({ expiresAt: '2026-12-05T09:30:00.000Z' })).toMatchObject({
    status: 'warning',
    advice: ['it expires on 2026-12-05: create a new one before that'],
  });
});

it('names the person behind a session', async () => {
  // Each use renews it, so its end is no reason to worry.
  const expiresAt = '2026-11-28T09:30:00.000Z';
  const session = { kind: 'session', name: 'Ada', role: 'owner', expiresAt } as const;
  expect(await check(session)).toMatchObject({
    status: 'ok',
    text: 'session of Ada (owner) may write to organization Default (99 of 100 reads left, 10 writes a minute)',
  });
});
