import { testPage } from '@svc/contract/history/tests';
import { beforeAll, expect, it, vi } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let testId: string;
beforeAll(async () => {
  server = await joinShopServer();
  for (let count = 1; count <= 3; count++) await server.ingest();
  // A test's state is judged after the answer to its upload.
  await vi.waitFor(
    async () => {
      const [item] = testPage.parse(await server.data('tests?search=keeps')).items;
      if (item?.state !== 'broken') throw new Error(`the test is still ${item?.state}`);
      testId = item.testId;
    },
    { timeout: 30_000, interval: 100 },
  );
});

it.each([
  'keeps the discount',
  'cart › checkout › keeps the discount',
  'cart > checkout > keeps the discount',
  'eeps the disc',
])('finds a test by %j', async (words) => {
  const { status, stdout, stderr } = await server.svc(['test', words, '--project', 'shop']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^✗ failed {2}cart › checkout › keeps the discount .*src\/cart\.test\.ts\nfailing on fix-cart, already in 77e0a1c, .* ago, 3 of 3 runs\nbroken\n/,
  );
  expect(stdout).toMatch(
    /^last 30 days: 3 runs, 3 failed \(100\.0 %\)\n✗✗✗ {2}oldest to newest\n/m,
  );
  expect(stdout).toMatch(/^ *#\D+\n3 {2}✗ failed .*\n2 .*\n1 .*\n$/m);
});

it("prints the contract's data with --json, and finds an id in any project", async () => {
  const data = await server.data(`tests/${testId}?limit=2`);
  const { stdout } = await server.svc(['test', testId, '--limit', '2', '--json']);
  expect(JSON.parse(stdout)).toEqual(data);
  const upper = await server.svc(['test', testId.toUpperCase(), '--limit', '2', '--json']);
  expect(upper.stdout).toBe(stdout);
});

it.each([4, 8, 31])('finds an id by its first %d digits, in any project', async (digits) => {
  const words = testId.slice(0, digits).toUpperCase();
  const whole = await server.svc(['test', testId, '--json']);
  expect(await server.svc(['test', words, '--json', '--branch', 'main'])).toEqual(
    await server.svc(['test', testId, '--json', '--branch', 'main']),
  );
  expect((await server.svc(['test', words, '--json'])).stdout).toBe(whole.stdout);
});

it('lists the tests when an id begins with the word and a title contains it too', async () => {
  const prefix = testId.slice(0, 4);
  await server.ingest((body) => {
    body.results = [
      { titlePath: [`costs ${prefix}`], file: 'src/a.test.ts', status: 'passed', durationMs: 1 },
    ];
  });
  const { status, stdout, stderr } = await server.svc(['test', prefix, '--project', 'shop']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `svc: 2 tests match '${prefix}' in shop: give the id of one of them\n`,
  });
  expect(stdout).toContain(`  ${testId.slice(0, 8)} · broken\n`);
  expect(stdout).toContain(`costs ${prefix}`);
});

it('lists the tests when several match, and says how to pick one', async () => {
  const { status, stdout, stderr } = await server.svc(['test', 'cart', '--project', 'shop']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "svc: 2 tests match 'cart' in shop: give the id of one of them\n",
  });
  expect(stdout).toContain(`  ${testId.slice(0, 8)} · broken\n`);
  expect(stdout).toMatch(/To see one: svc test <id>\n$/);
});

it.each([
  [
    'nothing such',
    "no test 'nothing such' in project shop (last 30 days)",
    "svc test 'nothing such' --project shop --from 365d, or svc test 'nothing such' --all-projects",
  ],
  [
    '0123456789',
    "no test '0123456789' in project shop (last 30 days), and no test id begins with '0123456789'",
    'svc test 0123456789 --project shop --from 365d, or svc test 0123456789 --all-projects',
  ],
  [' ', 'no test given', "svc test 'a part of its title'"],
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
    /^### ✗ failed: cart › checkout › keeps the discount\n\nsrc\/cart\.test\.ts · /,
  );
});
