import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { clockEnv } from '../../../test/clock.ts';
import { makeUpload } from '../../../test/make.ts';
import { startServer } from '../../../test/server.ts';

const ADMIN = fileURLToPath(new URL('../../../dist/admin.js', import.meta.url));

async function admin(dataDir: string, ...args: string[]) {
  const env = { ...clockEnv(), PATH: process.env['PATH'], SVC_DATA_DIR: dataDir };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args], { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, text: stderr };
  }
}

/** A server with its embedded Postgres. */
function embedded(dataDir: string) {
  return startServer({
    env: {
      DATABASE_URL: '',
      SVC_SECRET: '',
      SVC_DATA_DIR: dataDir,
      SVC_BASE_URL: 'http://svc.test',
    },
  });
}

it('backs up a running server with its secret, and restores it into an empty folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'svc-backup-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const first = join(root, 'first');
  const second = join(root, 'second');
  const backups = join(root, 'backups');
  const server = await embedded(first);
  onTestFinished(() => server.stop());
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify(makeUpload());
  await fetch(`${server.url}/api/ingest`, { method: 'POST', headers, body });
  const read = async (url: string) => (await fetch(`${url}/api/executions`, { headers })).text();
  const before = await read(server.url);

  const made = await admin(first, 'backup', backups);
  expect(made).toMatchObject({ code: 0 });
  expect(made.text).toMatch(
    /^Backed up \d+ rows \(.+\) and 0 artifacts \(0 B, 0 B of them new\) in .+: .+Z\nIt has the server's secret: protect it like the data directory\. The job queue is left out\.\n$/,
  );
  expect((await admin(first, 'restore', backups)).text).toMatch(
    /^svc-admin: The database has organizations or users, and restore overwrites nothing\./,
  );
  const checked = await admin(first, 'restore', '--check', backups);
  expect(checked.text).toMatch(/^\d+ rows and 0 artifacts \(0 B\) are as the manifest says/);

  const [name = ''] = (await readdir(backups)).filter((one) => one.endsWith('Z'));
  const secret = join(backups, name, 'secret');
  const content = await readFile(secret);
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
  await rm(secret);
  expect((await admin(first, 'restore', '--check', backups)).text).toContain('is missing. Copy');
  expect((await admin(second, 'restore', backups)).text).toContain('secret is missing. Copy');
  await writeFile(secret, content, { mode: 0o600 });

  const restored = await admin(second, 'restore', backups);
  expect(restored.text).toMatch(/^Restored \d+ rows .+\nStart the server\.\n$/);
  expect(await readFile(join(second, 'secret'), 'utf8')).toBe(
    await readFile(join(first, 'secret'), 'utf8'),
  );
  const other = await embedded(second);
  onTestFinished(() => other.stop());
  expect(await read(other.url)).toBe(before);
}, 120_000);
