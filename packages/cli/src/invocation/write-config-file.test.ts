import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../../test/run-svc.ts';
import { formatContextName, readConfigFile } from './config-file.ts';
import { withContext, withoutContext, writeConfigFile } from './write-config-file.ts';

const WORK = {
  name: 'work',
  url: 'https://svc.work.example',
  token: 'secret',
  user: 'a@b.example',
};

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

it('makes a file and a folder that only the user can read, and nothing else', async () => {
  const base = await emptyFolder();
  const env = { XDG_CONFIG_HOME: join(base, 'new') };
  const before = await readConfigFile({ env, platform: 'linux' });
  await writeConfigFile(withContext(before, WORK));
  expect(await readConfigFile({ env, platform: 'linux' })).toEqual({
    path: join(base, 'new/svc/config.json'),
    contexts: [WORK],
    current: 'work',
    warning: undefined,
  });
  expect(await modeOf(join(base, 'new/svc'))).toBe('700');
  expect(await modeOf(before.path)).toBe('600');
  expect(await readdir(join(base, 'new/svc'))).toEqual(['config.json']);
});

it('takes the rights of others away from a file and a folder that were there', async () => {
  const base = await emptyFolder();
  await mkdir(join(base, 'svc'), { mode: 0o755 });
  const path = join(base, 'svc/config.json');
  await writeFile(path, '{"url": "http://localhost:4400", "apiKey": "svc_old"}');
  await chmod(path, 0o644);
  const config = await readConfigFile({ env: { XDG_CONFIG_HOME: base }, platform: 'linux' });
  await writeConfigFile(withContext(config, WORK));
  expect([await modeOf(path), await modeOf(join(base, 'svc'))]).toEqual(['600', '700']);
  // The only server of the file before is a context now.
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    current: 'work',
    contexts: {
      'localhost:4400': { url: 'http://localhost:4400', token: 'svc_old' },
      work: { url: WORK.url, token: 'secret', user: 'a@b.example' },
    },
  });
});

it('leaves a link to the file a link', async () => {
  const base = await emptyFolder();
  await mkdir(join(base, 'svc'));
  const target = join(base, 'elsewhere.json');
  await writeFile(target, '{}');
  await symlink(target, join(base, 'svc/config.json'));
  const config = await readConfigFile({ env: { XDG_CONFIG_HOME: base }, platform: 'linux' });
  await writeConfigFile(withContext(config, WORK));
  expect((await lstat(join(base, 'svc/config.json'))).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(target, 'utf8'))).toMatchObject({ current: 'work' });
});

it('leaves the old file whole when the new one cannot be written', async () => {
  const base = await emptyFolder();
  // A folder in the place of the file: the last step fails.
  await mkdir(join(base, 'svc/config.json/x'), { recursive: true });
  const write = writeConfigFile({ path: join(base, 'svc/config.json'), contexts: [WORK] });
  await expect(write).rejects.toThrow('the config file cannot be written: ');
  expect(await readdir(join(base, 'svc'))).toEqual(['config.json']);
});

it('forgets a context, and has no current one then', () => {
  const config = withContext({ path: 'p', contexts: [{ name: 'home', url: 'u' }] }, WORK);
  expect(withoutContext(config, 'home')).toMatchObject({ contexts: [WORK], current: 'work' });
  expect(withoutContext(config, 'work')).toEqual({
    path: 'p',
    contexts: [{ name: 'home', url: 'u' }],
    current: undefined,
  });
});

it.each([
  ['http://localhost:4400', 'localhost:4400'],
  ['https://svc.example.com/svc/', 'svc.example.com/svc'],
  ['svc.example.com', 'svc.example.com'],
])('names the context of %s %s', (url, name) => {
  expect(formatContextName(url)).toBe(name);
});
