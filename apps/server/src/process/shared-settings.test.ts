import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { openKeyring } from '../secrets/keyring.ts';
import { openStorage, Storage } from '../storage/storage.ts';
import { acceptSharedSettings, checkSharedSettings } from './shared-settings.ts';

const FIRST = 'the secret of the first server, long enough';
const OTHER = 'the secret of another server, long enough too';

let server: TestApp;
let folder: string;
beforeEach(async () => {
  server = await makeOwnApp({ because: 'compares the settings of all servers of a database' });
  folder = mkdtempSync(join(tmpdir(), 'svc-shared-'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function serverWith(settings: Partial<Config> = {}, disk = 'first'): Promise<Deps> {
  const storage = { kind: 'disk', folder: join(folder, disk) } as const;
  const config = { ...server.deps.config, secret: FIRST, storage, ...settings };
  return {
    ...server.deps,
    config,
    keyring: openKeyring(config),
    storage: await openStorage(storage),
  };
}

it('lets servers with the same secret and storage start, again and at the same moment', async () => {
  const servers = await Promise.all([serverWith(), serverWith(), serverWith()]);
  expect(await Promise.all(servers.map(checkSharedSettings))).toEqual([[], [], []]);
  expect(await checkSharedSettings(await serverWith())).toEqual([]);
});

it('refuses another secret and another storage, and names both', async () => {
  await checkSharedSettings(await serverWith());
  await expect(checkSharedSettings(await serverWith({ secret: OTHER }))).rejects.toThrow(
    /^SVC_SECRET is not the one that the other servers of this database have\./,
  );
  await expect(checkSharedSettings(await serverWith({}, 'second'))).rejects.toThrow(
    /second is not the storage of the other servers of this database/,
  );
  await expect(checkSharedSettings(await serverWith({ secret: OTHER }, 'second'))).rejects.toThrow(
    /SVC_SECRET is not[^]*second is not the storage/,
  );
  expect(await checkSharedSettings(await serverWith())).toEqual([]);
});

it('follows a change of the secret, and then refuses the former one', async () => {
  await checkSharedSettings(await serverWith());
  const changed = await serverWith({ secret: OTHER, previousSecret: FIRST });
  expect(await checkSharedSettings(changed)).toEqual([]);
  expect(await checkSharedSettings(await serverWith({ secret: OTHER }))).toEqual([]);
  await expect(checkSharedSettings(await serverWith())).rejects.toThrow('SVC_SECRET');
});

it('accepts what replaces a lost secret and storage', async () => {
  await checkSharedSettings(await serverWith());
  const fresh = await serverWith({ secret: OTHER }, 'second');
  await acceptSharedSettings(fresh);
  expect(await checkSharedSettings(fresh)).toEqual([]);
  await expect(checkSharedSettings(await serverWith())).rejects.toThrow('SVC_SECRET');
});

it('starts without a storage that does not answer, and compares it once it does', async () => {
  const out = new Storage({
    putStream: () => Promise.reject(new Error('no answer')),
    move: () => Promise.reject(new Error('no answer')),
    delete: () => Promise.reject(new Error('no answer')),
    readRange: () => Promise.reject(new Error('no answer')),
    listPages: () => {
      throw new Error('no answer');
    },
  });
  const silent = { ...(await serverWith()), storage: out };
  const warning = [expect.stringContaining('the storage does not answer')];
  expect(await checkSharedSettings(silent)).toEqual(warning);
  expect(await checkSharedSettings(await serverWith())).toEqual([]);
  expect(await checkSharedSettings(silent)).toEqual(warning);
  await expect(checkSharedSettings(await serverWith({}, 'second'))).rejects.toThrow('storage');
});

it('does not start with a folder that it may not use', async () => {
  const storage = { kind: 'disk', folder: '/dev/null/svc/artifacts' } as const;
  const deps = await serverWith({ dataDir: '/dev/null/svc' });
  const refused = { ...deps, storage: await openStorage(storage) };
  await expect(checkSharedSettings(refused)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it('asks nothing of a server with the embedded database', async () => {
  await checkSharedSettings(await serverWith());
  const embedded = await serverWith({ databaseUrl: null, secret: OTHER }, 'second');
  expect(await checkSharedSettings(embedded)).toEqual([]);
});
