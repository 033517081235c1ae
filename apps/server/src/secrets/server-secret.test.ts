import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { serverSecret } from './server-secret.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-secret-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

function configOf(env: Record<string, string> = {}) {
  return readConfig({ SVC_DATA_DIR: dataDir, ...env }, '/');
}

it('generates a secret once and stores it readable only by its owner', async () => {
  const secret = serverSecret(configOf());
  const path = join(dataDir, 'secret');

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(serverSecret(configOf())).toBe(secret);
  expect(await readFile(path, 'utf8')).toBe(`${secret}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('uses SVC_SECRET unchanged and writes nothing', async () => {
  const SVC_SECRET = 'a secret that only the tests know, long enough';

  expect(serverSecret(configOf({ SVC_SECRET }))).toBe(SVC_SECRET);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT');
});

it('refuses a stored secret that is truncated, and says what to do', async () => {
  await writeFile(join(dataDir, 'secret'), 'short\n');

  expect(() => serverSecret(configOf())).toThrow(/secret is cut short\. Delete the file/);
});
