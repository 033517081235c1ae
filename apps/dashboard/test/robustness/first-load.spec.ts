import { expect, test } from '../fixtures/fixtures.ts';

// Compressed, in bytes. Charts are loaded after the page is shown.
const SCRIPT_BUDGET = 150_000;

interface Loaded {
  name: string;
  bytes: number;
}

test('the overview loads less than 150 kB of script before its charts', async ({ ownerPage }) => {
  await ownerPage.goto('/?project=web');
  await ownerPage.getByRole('heading', { name: 'Most expensive flakiness' }).waitFor();
  await ownerPage.waitForLoadState('networkidle');
  const scripts = await ownerPage.evaluate<Loaded[]>(
    `performance.getEntriesByType('resource')
       .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
       .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))`,
  );
  const first = scripts.filter(({ name }) => !name.includes('chart'));
  expect(scripts.length).toBeGreaterThan(first.length);
  const bytes = first.reduce((sum, script) => sum + script.bytes, 0);
  test.info().annotations.push({ type: 'script bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(SCRIPT_BUDGET);
});

test('the overview asks the server four things at most', async ({ ownerPage }) => {
  const asked: string[] = [];
  ownerPage.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:trpc|api)\//.test(pathname)) asked.push(pathname);
  });
  await ownerPage.goto('/?project=web');
  await ownerPage.getByRole('heading', { name: 'Most expensive flakiness' }).waitFor();
  await ownerPage.waitForLoadState('networkidle');
  expect(asked.toSorted()).toEqual([
    '/trpc/account.get',
    '/trpc/attention.get',
    '/trpc/notices.list',
    '/trpc/overview.get',
  ]);
});
