import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';
import { makeSpooledProject } from '../../../../test/spooled-project.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const SPOOL = 'node_modules/.cache/svc';

/** A project with a run that the server has refused. */
async function makeRefused(key: string) {
  const url = await startRefusing();
  const { directory, spool } = await makeSpooledProject(url, key);
  const first = await server.svc(['upload', '--url', url], { directory });
  const [name = ''] = await readdir(spool);
  expect(name).toMatch(/\.refused$/);
  return { directory, spool, first, command: ['upload', join(SPOOL, name)] };
}

async function startRefusing(status = 422): Promise<string> {
  const proxy = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

it('counts refused runs after each upload, with the command that sends one again', async () => {
  const { directory, spool, first, command } = await makeRefused('bare');
  const note =
    '! 1 refused run is set aside\n' +
    '  once the cause is fixed, send it again:\n' +
    `  svc ${command.join(' ')}\n`;
  expect(first.stdout).toContain(note);
  const { status, stdout } = await server.svc(['upload'], { directory });
  expect(status).toBe(0);
  expect(stdout).toContain(note);
  expect(await server.svc(command, { directory })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('1 of 1 saved run sent.'),
  });
  expect(await readdir(spool)).toEqual([]);
  expect((await server.svc(['upload'], { directory })).stdout).not.toContain('refused');
});

it('keeps runs that a proxy refuses as too large, and tries each', async () => {
  const url = await startRefusing(413);
  const { directory, spool } = await makeSpooledProject(url, 'large');
  const first = await server.svc(['upload', '--url', url], { directory });
  expect(first.stdout + first.stderr).toMatch(
    /refused [\d.]+ k?B as too large \(413\);\s+raise its\s+limit/,
  );
  expect(await readdir(spool)).toEqual([expect.stringMatching(/\.json\.gz$/)]);
  const second = await server.svc(['upload', spool], { directory });
  expect(second).toMatchObject({ status: 0 });
});

it('lists them with --json', async () => {
  const { directory, command } = await makeRefused('json');
  const { stdout } = await server.svc(['upload', '--json'], { directory });
  expect(JSON.parse(stdout)).toMatchObject({
    refused: [expect.stringContaining(command[1] ?? '')],
  });
});

it('names the command for a folder that holds nothing else', async () => {
  const { directory, command } = await makeRefused('folder');
  expect(await server.svc(['upload', SPOOL], { directory })).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `svc: no report or saved run at '${SPOOL}', but 1 refused run\n` +
      `try: once the cause is fixed, send it again: svc ${command.join(' ')}\n`,
  });
});

it('is a warning of svc doctor', async () => {
  const { directory, command } = await makeRefused('doctor');
  const { stdout } = await server.svc(['doctor'], { directory });
  expect(stdout).toContain(
    `! 1 refused run in ${SPOOL}\n` +
      '  once the cause is fixed, send it again:\n' +
      `  svc ${command.join(' ')}\n`,
  );
});
