import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let executionId: string;
beforeAll(async () => {
  server = await joinShopServer();
  await server.ingest();
  ({ executionId } = await server.ingest());
});

const svc = (...args: string[]) => server.svc(args, { env: { COLUMNS: '80' } });

it('prints the address of an execution, a test and a page', async () => {
  const open = async (...args: string[]) => (await svc('open', ...args)).stdout;
  expect(await open('latest', '--project', 'shop')).toBe(
    `${server.url}/executions/${executionId}\n`,
  );
  expect(await open(executionId.toUpperCase())).toBe(`${server.url}/executions/${executionId}\n`);
  expect(await open('--all-projects')).toBe(`${server.url}/\n`);
  expect(await open('flaky', '--project', 'a b')).toBe(`${server.url}/flaky?project=a%20b\n`);
  const tests = JSON.parse((await svc('api', 'tests?limit=1')).stdout) as {
    items: { title: string; testId: string }[];
  };
  const [test] = tests.items;
  const wanted = ['--test', test?.title ?? '', '--project', 'shop'];
  expect(await open(...wanted)).toBe(`${server.url}/tests/${test?.testId}\n`);
  expect(JSON.parse(await open(...wanted, '--json'))).toEqual({
    url: `${server.url}/tests/${test?.testId}`,
  });
});
