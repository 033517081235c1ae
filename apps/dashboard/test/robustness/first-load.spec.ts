import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import type { Site } from '../fixtures/site.ts';

// Compressed, in bytes.
const SCRIPT_BUDGET = 150_000;
// Before the content of a page is there, its document, styles, fonts and answers included.
const MOST_REQUESTS = 20;

interface Loaded {
  name: string;
  bytes: number;
}

test('the overview loads less than 150 kB of script, its charts included', async ({
  ownerPage,
}) => {
  await openOverview(ownerPage);
  await expect(
    ownerPage.getByRole('application', { name: /executions in \d+ bars/ }),
  ).toBeVisible();
  await expect(ownerPage.getByRole('application', { name: /^Average time/ })).toBeVisible();
  const scripts = await loadedScripts(ownerPage);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
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
  await openOverview(ownerPage);
  expect(asked.toSorted()).toEqual([
    '/trpc/account.get',
    '/trpc/attention.get',
    '/trpc/notices.list',
    '/trpc/overview.get',
  ]);
});

/** A page with what shows that its content is there. */
const PAGES: Record<string, [pathOf: (site: Site) => Promise<string>, content: string]> = {
  overview: [() => Promise.resolve('/?project=web'), 'main .attn li'],
  executions: [() => Promise.resolve('/executions'), 'main tbody tr'],
  execution: [
    async (site) => `/executions/${await newest(site, 'failed')}`,
    'main [role="listbox"], main .detail',
  ],
  failures: [() => Promise.resolve('/failures'), 'main tbody tr'],
  compare: [
    async (site) =>
      `/compare?base=${await newest(site, 'passed')}&head=${await newest(site, 'failed')}`,
    'main .panel li, main .panel tr',
  ],
  test: [async (site) => `/tests/${await flakyTest(site)}`, 'main svg.chart'],
  flaky: [() => Promise.resolve('/flaky'), 'main tbody tr'],
  quarantine: [() => Promise.resolve('/quarantine'), 'main h1'],
  settings: [() => Promise.resolve('/settings/projects'), 'main tbody tr'],
};

for (const [name, [pathOf, content]] of Object.entries(PAGES)) {
  test(`${name} sends at most 20 requests before its content is there`, async ({
    ownerPage,
    site,
  }) => {
    const requests: string[] = [];
    ownerPage.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await ownerPage.goto(await pathOf(site));
    await ownerPage.locator(content).first().waitFor();
    // Pictures of artifacts come later, as many as a result has.
    const sent = [...requests];
    test.info().annotations.push({ type: 'requests', description: String(sent.length) });
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  });
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('/?project=web');
  await page.getByRole('heading', { name: 'Most expensive flakiness' }).waitFor();
  await page.waitForLoadState('networkidle');
}

function loadedScripts(page: Page): Promise<Loaded[]> {
  return page.evaluate<Loaded[]>(
    `performance.getEntriesByType('resource')
       .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
       .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))`,
  );
}

async function newest(site: Site, status: 'passed' | 'failed'): Promise<string> {
  const page = await callApi<{ items: { id: string }[] }>(
    site,
    `executions?project=web&status=${status}&limit=1`,
    'GET',
  );
  return page.items[0]?.id ?? '';
}

async function flakyTest(site: Site): Promise<string> {
  const page = await callApi<{ items: { testId: string }[] }>(
    site,
    'flaky-tests?project=web&limit=1',
    'GET',
  );
  return page.items[0]?.testId ?? '';
}
