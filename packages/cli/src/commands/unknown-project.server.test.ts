import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const QUESTIONS = [
  'executions',
  'executions show latest',
  'executions show 1',
  'analyze latest',
  'compare 1 2',
  'failures',
  'flaky',
  'metrics',
  'trends',
  'attention',
  'test discount',
];

it('says how to send the first execution while there is no project', async () => {
  const run = await server.svc(['executions', '--project', 'shop']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('To send the first');
});

it.each(QUESTIONS)('names the projects that there are: svc %s', async (words) => {
  await server.ingest();
  const ask = (project: string) => server.svc([...words.split(' '), '--project', project]);
  expect(await ask('nope')).toEqual({
    status: 2,
    stdout: '',
    stderr: "svc: no project 'nope'; there is only shop\ntry: svc projects\n",
  });
  expect((await ask('shpo')).stderr).toBe(
    "svc: no project 'shpo'; there is only shop\ntry: svc executions --project shop\n",
  );
});

it('names five of many projects', async () => {
  for (let count = 0; count < 6; count++) {
    await server.ingest(({ execution }) => (execution.project = `project ${count}`));
  }
  const { stderr } = await server.svc(['flaky', '--project', 'nope']);
  expect(stderr).toContain(
    "svc: no project 'nope'; there are project 0, project 1, project 2, project 3, project 4 and 2 more\n",
  );
});
