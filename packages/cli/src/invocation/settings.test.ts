import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../../test/run-svc.ts';
import { isLoopback, readSettings, type SettingFlags } from './settings.ts';

const settingsOf = (flags: SettingFlags, env: NodeJS.ProcessEnv) =>
  readSettings(flags, { env, platform: 'linux' });

async function makeConfig(text: string, mode = 0o600) {
  const base = await emptyFolder();
  await mkdir(join(base, 'svc'));
  const path = join(base, 'svc', 'config.json');
  await writeFile(path, text);
  await chmod(path, mode);
  return { env: { XDG_CONFIG_HOME: base }, path };
}

const CONFIG = JSON.stringify({ url: 'http://config:1/', apiKey: 'svc_config' });

it('prefers flags over the environment over the config file over the default', async () => {
  const { env } = await makeConfig(CONFIG);
  const both = { ...env, SVC_URL: 'https://env:2', SVC_API_KEY: 'svc_env' };
  const flags = { url: 'http://flag:3', apiKey: 'svc_flag' };
  expect(await settingsOf(flags, both)).toEqual({
    url: 'http://flag:3',
    urlSource: 'flag',
    credential: 'svc_flag',
    credentialSource: 'flag',
    context: undefined,
    warnings: [],
  });
  expect(await settingsOf({}, both)).toMatchObject({ url: 'https://env:2', credential: 'svc_env' });
  expect(await settingsOf({}, env)).toMatchObject({
    url: 'http://config:1',
    credential: 'svc_config',
    credentialSource: 'config file',
  });
  expect(await settingsOf({}, { XDG_CONFIG_HOME: await emptyFolder() })).toMatchObject({
    url: 'http://localhost:4400',
    urlSource: 'default',
    credential: undefined,
  });
});

const CONTEXTS = JSON.stringify({
  current: 'work',
  contexts: {
    work: { url: 'https://svc.work.example', token: 'session', user: 'ada@example.com' },
    home: { url: 'http://localhost:4400', token: 'svc_home' },
    broken: { token: 'svc_without_an_address' },
  },
});

it('uses the current context, or the one that --context or SVC_CONTEXT names', async () => {
  const { env } = await makeConfig(CONTEXTS);
  expect(await settingsOf({}, env)).toEqual({
    url: 'https://svc.work.example',
    urlSource: 'config file',
    credential: 'session',
    credentialSource: 'config file',
    context: {
      name: 'work',
      url: 'https://svc.work.example',
      token: 'session',
      user: 'ada@example.com',
    },
    warnings: [],
  });
  const home = { url: 'http://localhost:4400', credential: 'svc_home', urlSource: 'config file' };
  expect(await settingsOf({ context: 'home' }, env)).toMatchObject(home);
  expect(await settingsOf({}, { ...env, SVC_CONTEXT: 'home' })).toMatchObject(home);
  // A flag counts more than variables.
  const variables = { ...env, SVC_URL: 'http://elsewhere:1', SVC_API_KEY: 'svc_env' };
  expect(await settingsOf({ context: 'home' }, variables)).toMatchObject(home);
});

it('sends a stored credential only to the address that it was stored with', async () => {
  const { env } = await makeConfig(CONTEXTS);
  for (const url of ['http://localhost:4401', 'http://svc.work.example', 'https://evil.example']) {
    expect(await settingsOf({ url }, env)).toMatchObject({ credential: undefined });
    expect(await settingsOf({}, { ...env, SVC_URL: url })).toMatchObject({ credential: undefined });
  }
  // The credential of a context follows its address, however the address is written.
  expect(await settingsOf({ url: 'localhost:4400/' }, env)).toMatchObject({
    urlSource: 'flag',
    credential: 'svc_home',
    context: { name: 'home' },
  });
});

it('sends a key without an address to the default address only', async () => {
  const { env } = await makeConfig(JSON.stringify({ apiKey: 'svc_config' }));
  expect(await settingsOf({}, env)).toMatchObject({
    url: 'http://localhost:4400',
    credential: 'svc_config',
  });
  expect(await settingsOf({ url: 'http://other:1' }, env)).toMatchObject({ credential: undefined });
});

it('refuses an unknown context, and proposes the nearest', async () => {
  const { env } = await makeConfig(CONTEXTS);
  await expect(settingsOf({ context: 'wrok' }, env)).rejects.toMatchObject({
    message: "there is no context 'wrok'",
    remedy: 'write work',
    exitStatus: 2,
  });
  await expect(settingsOf({ context: 'work', url: 'http://a' }, env)).rejects.toThrow(
    '--context and --url cannot be combined',
  );
});

it('treats an empty variable as not set, and strips the line feed after a key', async () => {
  const { env } = await makeConfig(CONFIG);
  const settings = await settingsOf({}, { ...env, SVC_URL: '', SVC_API_KEY: 'svc_env\n' });
  expect(settings).toMatchObject({ url: 'http://config:1', credential: 'svc_env' });
});

it('finds the config file below HOME without XDG_CONFIG_HOME', async () => {
  const home = await emptyFolder();
  await mkdir(join(home, '.config', 'svc'), { recursive: true });
  await writeFile(join(home, '.config', 'svc', 'config.json'), CONFIG, { mode: 0o600 });
  expect(await settingsOf({}, { HOME: home })).toMatchObject({ url: 'http://config:1' });
});

it('warns when others can read the file with the key', async () => {
  const { env, path } = await makeConfig(CONFIG, 0o644);
  const { warnings } = await settingsOf({}, env);
  expect(warnings).toEqual([
    `other users can read the key in ${path} (mode 0644): chmod 600 ${path}`,
  ]);
  expect(await settingsOf({ apiKey: 'svc_flag' }, env)).toMatchObject({ warnings: [] });
});

it('does not quote a broken config file, which may hold a key', async () => {
  const { env, path } = await makeConfig('{"apiKey": svc_secret}');
  await expect(settingsOf({}, env)).rejects.toThrow(`the config file ${path} is not a JSON object`);
});

it.each([
  ['localhost:4400', 'http://localhost:4400'],
  ['svc.example.com/svc/', 'https://svc.example.com/svc'],
])('takes the address %s as the reporters do', async (SVC_URL, url) => {
  expect(await settingsOf({}, { SVC_URL })).toMatchObject({ url });
});

it.each(['https://', 'ftp://a', 'no address'])(
  'refuses the address %s, and says where it was set',
  async (url) => {
    const problem = `'${url}' is not an http(s) address`;
    await expect(settingsOf({ url }, {})).rejects.toThrow(`--url ${problem}`);
    await expect(settingsOf({}, { SVC_URL: url })).rejects.toMatchObject({
      message: `SVC_URL ${problem}`,
      remedy: 'write it like SVC_URL=http://localhost:4400',
      exitStatus: 2,
    });
    const { env } = await makeConfig(JSON.stringify({ url }));
    await expect(settingsOf({}, env)).rejects.toThrow(`the config file's url ${problem}`);
  },
);

it.each([
  ['http://localhost:4400', true],
  ['http://svc.localhost', true],
  ['http://127.0.0.2:1', true],
  ['http://[::1]:4400', true],
  ['http://10.0.0.1', false],
  ['http://localhost.example.com', false],
  ['https://svc.example.com', false],
])('knows whether %s is on this machine', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
