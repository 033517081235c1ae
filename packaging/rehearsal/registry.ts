import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_24 } from './strangers-machine.ts';

export interface Registry {
  url: string;
  /** The one from which all packages come that are not ours. */
  upstream: string;
  /** Of a user who may publish. */
  token: string;
  stop(): Promise<void>;
}

/** A Verdaccio on this machine, empty but for what its upstream has. */
export async function startRegistry(port: number): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-registry-'));
  copyFileSync(join(import.meta.dirname, 'registry/package.json'), join(folder, 'package.json'));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'config.yaml'), renderConfig(upstream));

  const command = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const log = openSync(join(folder, 'log'), 'w');
  const child = spawn(NODE_24, [command, '--config', 'config.yaml', '--listen', String(port)], {
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  const url = `http://localhost:${port}`;
  const deadline = performance.now() + 60_000;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Verdaccio does not start: see ${join(folder, 'log')}`);
    }
    await sleep(200);
  }
  return {
    url,
    upstream,
    token: await signUp(url),
    stop: async () => {
      const end = once(child, 'close');
      child.kill();
      await end;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function renderConfig(upstream: string): string {
  return `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { upstream: { url: '${upstream}', timeout: 60s, maxage: 1h } }
packages:
  '@rehearsal/*': { access: $all, publish: $authenticated }
  '**': { access: $all, proxy: upstream }
web: { enable: false }
max_body_size: 100mb
log: { type: stdout, format: pretty, level: warn }
`;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** As `npm adduser` does. */
async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/-/user/org.couchdb.user:publisher`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'publisher', password: 'a-password-of-the-rehearsal' }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`Verdaccio signs nobody up: ${response.status}`);
  return token;
}
