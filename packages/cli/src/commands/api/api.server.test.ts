import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
  await server.ingest();
  await server.ingest();
});

const svc = (...args: string[]) => server.svc(args, { env: { COLUMNS: '80' } });

it('asks the REST API, and prints the data', async () => {
  const executions = await server.data('executions?limit=1');
  for (const args of [
    ['executions?limit=1'],
    ['/api/executions', '-f', 'limit=1'],
    ['executions', '--field', 'limit=1', '--json'],
  ]) {
    expect(JSON.parse((await svc('api', ...args)).stdout)).toEqual(executions);
  }
});

it('joins the pages of a list', async () => {
  const { stdout } = await svc('api', 'executions', '-f', 'limit=1', '--paginate');
  expect(JSON.parse(stdout)).toEqual(await server.data('executions'));
});

it('sends a body from fields, a file and stdin', async () => {
  const hook = { url: 'https://ci.example.com/hook', events: ['test.flaky'] };
  const made = await svc(
    'api',
    'ci/webhooks',
    '-X',
    'post',
    '-f',
    `url=${hook.url}`,
    '-f',
    'events=["test.flaky"]',
  );
  expect(JSON.parse(made.stdout)).toMatchObject(hook);
  const file = join(await emptyFolder(), 'hook.json');
  await writeFile(file, JSON.stringify(hook));
  expect(JSON.parse((await svc('api', 'ci/webhooks', '--input', file)).stdout)).toMatchObject(hook);
  const typed = await server.svc(['api', 'ci/webhooks', '--input', '-'], {
    input: JSON.stringify(hook),
  });
  const { id } = JSON.parse(typed.stdout) as { id: string };
  const deleted = await svc('api', `ci/webhooks/${id}`, '-X', 'DELETE');
  expect(deleted.status).toBe(0);
});

it.each([
  ['https://evil.example/api/executions', "'https://evil.example/api/executions' is an address"],
  ['//evil.example/', "'//evil.example/' is an address, not a path"],
  ['../trpc/whoami.get', "'../trpc/whoami.get' is not a path below /api"],
  ['nothing', 'GET /api/nothing: '],
  ['executions?limt=5', 'GET /api/executions: '],
])('refuses svc api %s in two lines', async (path, problem) => {
  const { status, stdout, stderr } = await svc('api', path);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`svc: ${problem}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
});

it.each([
  [['x', '--input', 'f', '-X', 'GET'], 'a GET has no body'],
  [['x', '-f', 'novalue'], "--field 'novalue' has no value"],
  [['x', '-X', 'POST', '--paginate'], '--paginate is for GET, and the method is POST'],
  [['x', '--input', '/nowhere.json'], 'the body cannot be read: '],
  [['whoami', '--paginate'], 'the answer is not a list'],
])('refuses svc api %j', async (args, problem) => {
  const { status, stderr } = await svc('api', ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(`svc: ${problem}`);
});
