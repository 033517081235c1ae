import { testPage } from '@svc/contract/tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startShopServer, type ShopServer } from '../../test/shop-server.ts';

let server: ShopServer;
let testId: string;
beforeAll(async () => {
  server = await startShopServer();
  for (let count = 1; count <= 3; count++) await server.ingest();
  const page = testPage.parse(await server.data('tests?search=keeps'));
  testId = page.items[0]?.testId ?? '';
});
afterAll(() => server.stop());

it.each([
  'keeps the discount',
  'cart › checkout › keeps the discount',
  'cart > checkout > keeps the discount',
  'eeps the disc',
])('finds a test by %j', async (words) => {
  const { status, stdout, stderr } = await server.svc(['test', words, '--project', 'shop']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^✗ broken {2}cart › checkout › keeps the discount .*src\/cart\.test\.ts\n/,
  );
  expect(stdout).toMatch(
    /^last 30 days: 3 runs, 3 failed \(100\.0 %\)\n✗✗✗ {2}oldest to newest\n/m,
  );
  expect(stdout).toMatch(/^ *#\D+\n3 {2}✗ failed .*\n2 .*\n1 .*\n$/m);
});

it("prints the contract's data with --json, and finds an id in whatever project", async () => {
  const data = await server.data(`tests/${testId}?limit=2`);
  const { stdout } = await server.svc(['test', testId, '--limit', '2', '--json']);
  expect(JSON.parse(stdout)).toEqual(data);
  const upper = await server.svc(['test', testId.toUpperCase(), '--limit', '2', '--json']);
  expect(upper.stdout).toBe(stdout);
});

it('lists the tests where several match, and says how to pick', async () => {
  const { status, stdout, stderr } = await server.svc(['test', 'cart', '--project', 'shop']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "svc: 2 tests match 'cart' in shop: give the id of one of them\n",
  });
  expect(stdout).toContain(`  ${testId}\n`);
  expect(stdout).toMatch(/One of them: svc test <id>\n$/);
});

it.each([
  [
    'nothing such',
    "no test 'nothing such' in project shop (last 30 days)",
    "svc test 'nothing such' --project shop --from 365d, or --all-projects",
  ],
  [
    '0123456789',
    "no test has '0123456789' in its title or file",
    'the whole id, which has 32 digits',
  ],
  [
    '0'.repeat(32),
    `no test '${'0'.repeat(32)}' in this key's organization`,
    "svc test 'a part of its title'",
  ],
])('exits with 2 where there is none: %s', async (words, problem, remedy) => {
  const run = await server.svc(['test', words, '--project', 'shop']);
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('prints the same to paste with --markdown', async () => {
  const { stdout } = await server.svc(['test', testId, '--markdown']);
  expect(stdout).toMatch(
    /^### ✗ broken: cart › checkout › keeps the discount\n\nsrc\/cart\.test\.ts · /,
  );
});
