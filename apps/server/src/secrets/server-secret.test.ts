import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { readFormerSecrets, replaceSecret, readServerSecret } from './server-secret.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-secret-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

function configOf(env: Record<string, string> = {}) {
  return readConfig({ SVC_DATA_DIR: dataDir, ...env }, '/');
}

it('generates a secret once and stores it readable only by its owner', async () => {
  const secret = readServerSecret(configOf());
  const path = join(dataDir, 'secret');

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readServerSecret(configOf())).toBe(secret);
  expect(await readFile(path, 'utf8')).toBe(`${secret}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('uses SVC_SECRET unchanged and writes nothing', async () => {
  const SVC_SECRET = 'a secret that only the tests know, long enough';

  expect(readServerSecret(configOf({ SVC_SECRET }))).toBe(SVC_SECRET);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT');
});

it('refuses a stored secret that is truncated, and says what to do', async () => {
  await writeFile(join(dataDir, 'secret'), 'short\n');

  expect(() => readServerSecret(configOf())).toThrow(/secret is cut short\. Delete the file/);
});

it('keeps every secret that it replaces, readable only by its owner', async () => {
  const first = readServerSecret(configOf());
  expect(readFormerSecrets(configOf())).toEqual([]);
  replaceSecret(dataDir);
  const second = readServerSecret(configOf());
  replaceSecret(dataDir);
  const third = readServerSecret(configOf());

  expect(new Set([first, second, third]).size).toBe(3);
  expect(readFormerSecrets(configOf())).toEqual([second, first]);
  expect(await readdir(dataDir)).toEqual(['secret', 'secret.previous']);
  for (const file of ['secret', 'secret.previous']) {
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  }
});

it('loses no secret when a replacement stopped between its two files', async () => {
  const secret = readServerSecret(configOf());
  await writeFile(join(dataDir, 'secret.previous'), `${secret}\n`);
  await writeFile(join(dataDir, 'secret.new'), 'hal');
  await chmod(join(dataDir, 'secret.new'), 0o644);

  expect(readServerSecret(configOf())).toBe(secret);
  replaceSecret(dataDir);
  expect(readServerSecret(configOf())).not.toBe(secret);
  expect(readFormerSecrets(configOf())).toEqual([secret]);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

it('counts SVC_PREVIOUS_SECRET, and with SVC_SECRET also the generated one, as former secrets', () => {
  const generated = readServerSecret(configOf());
  const SVC_SECRET = 'a secret that only the tests know, long enough';
  const SVC_PREVIOUS_SECRET = 'the secret that was set before the present one';

  expect(readFormerSecrets(configOf({ SVC_SECRET, SVC_PREVIOUS_SECRET }))).toEqual([
    SVC_PREVIOUS_SECRET,
    generated,
  ]);
});
