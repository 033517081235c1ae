import { expect, test, type Page } from '@playwright/test';
import { startPathProxy, type PathProxy } from '../fixtures/path-proxy.ts';
import { startSite, type Site } from '../fixtures/site.ts';
import { testClock } from '@svc/server/test/clock.ts';

const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' };

// One pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = {
  image: { name: 'page.png', kind: 'screenshot', contentType: 'image/png' },
  trace: { name: 'trace.zip', kind: 'trace', contentType: 'application/zip' },
};

for (const removesPath of [false, true]) {
  test.describe.serial(`behind a proxy that ${removesPath ? 'removes' : 'passes on'} /svc`, () => {
    let proxy: PathProxy;
    let site: Site;
    let page: Page;
    let execution: string;
    /** Refused requests and errors of the console. */
    const faults: string[] = [];

    test.beforeAll(async ({ browser }) => {
      proxy = await startPathProxy({ path: '/svc', removesPath });
      site = await startSite({
        SVC_BASE_URL: `${proxy.url}/`,
        SVC_BOOTSTRAP_EMAIL: OWNER.email,
        SVC_BOOTSTRAP_PASSWORD: OWNER.password,
      });
      proxy.leadTo(site.url);
      execution = await uploadFailure({ ...site, url: proxy.url });
      page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (line) => {
        if (line.type() === 'error') faults.push(line.text());
      });
      page.context().on('response', (answer) => {
        // The trace is none, which the viewer's worker reports.
        if (answer.status() >= 400 && !answer.fromServiceWorker())
          faults.push(`${answer.status()} ${answer.url()}`);
      });
    });
    test.afterEach(() => {
      // The account is asked for before the sign-in, and one page below does not exist.
      const expected = /401|no-such-page|status of 404/;
      expect(faults.splice(0).filter((fault) => !expected.test(fault))).toEqual([]);
      expect(proxy.astray).toEqual([]);
    });
    test.afterAll(async () => {
      await page.close();
      await site.stop();
      await proxy.stop();
    });

    test('the sign-in leads back to the page that was asked for', async () => {
      await page.goto(`${proxy.url}/executions?project=shop`);
      await expect(page).toHaveURL(`${proxy.url}/sign-in?next=%2Fexecutions%3Fproject%3Dshop`);
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${proxy.url}/executions?project=shop`);
      const [cookie] = await page.context().cookies(proxy.url);
      expect(cookie).toMatchObject({ name: 'svc.session_token', path: '/svc' });
    });

    test('the pages open, and lead to each other', async () => {
      for (const path of ['', '/', '/flaky', '/failures', '/compare', '/quarantine', '/start']) {
        await page.goto(proxy.url + path);
        await expect(page.locator('main h1').first()).toBeVisible();
      }
      for (const name of ['Overview', 'Executions', 'Failures', 'Settings']) {
        await page.getByRole('link', { name, exact: true }).first().click();
        await expect(page.locator('main h1').first()).toBeVisible();
        expect(page.url().startsWith(`${proxy.url}/`)).toBe(true);
      }
      await page.goto(`${proxy.url}/executions`);
      await page.locator('a.row-link').first().click();
      await expect(page).toHaveURL(new RegExp(`^${proxy.url}/executions/${execution}`));
    });

    test('what people copy and download has the whole address', async () => {
      await page.goto(`${proxy.url}/start`);
      await expect(page.locator('main')).toContainText(`SVC_URL=${proxy.url}`);
      await page.goto(`${proxy.url}/settings/audit-log`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('a[download]').click(),
      ]);
      expect(download.url()).toBe(`${proxy.url}/api/audit-log.csv`);
      expect(await download.failure()).toBeNull();
    });

    test('artifacts are shown, and a trace opens in the viewer', async () => {
      await page.goto(`${proxy.url}/executions/${execution}?tab=artifacts`);
      const image = page.locator('main img').first();
      await expect(image).toHaveJSProperty('naturalWidth', 1);
      const viewer = page.context().waitForEvent('page');
      const read = page
        .context()
        .waitForEvent('response', (answer) =>
          /127\.0\.0\.1:\d+\/svc\/artifacts\//.test(answer.url()),
        );
      await page.locator('a[href*="/trace-viewer/"]').first().click();
      expect((await read).status()).toBe(200);
      expect((await viewer).url()).toContain('/svc/trace-viewer/index.html?trace=');
      await (await viewer).close();
    });

    test('the documentation has its styles, links and search', async () => {
      await page.goto(`${proxy.url}/docs`);
      await expect(page).toHaveURL(`${proxy.url}/docs/`);
      await page.locator('main').getByRole('link').first().click();
      await expect(page).toHaveURL(new RegExp(`^${proxy.url}/docs/.+/`));
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').or(page.locator('dialog input')).first().fill('backup');
      await page.locator('dialog a[href*="/svc/docs/"]').first().click();
      await expect(page).toHaveURL(new RegExp(`^${proxy.url}/docs/.+/`));
      await expect(page.locator('main h1').first()).toBeVisible();
      await page.goto(`${proxy.url}/docs/send/no-such-page/`);
      await page.locator('a.site-title').click();
      await expect(page).toHaveURL(`${proxy.url}/docs/`);
    });

    test('the reference page describes the API, and names its address', async () => {
      await page.goto(`${proxy.url}/api/docs`);
      await expect(page.getByText('List what needs attention now').first()).toBeVisible();
      await expect(page.getByText(`${proxy.url}/api`, { exact: true }).first()).toBeVisible();
    });

    test('signing out leads to the sign-in', async () => {
      await page.goto(`${proxy.url}/`);
      await page.getByRole('button', { name: /account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${proxy.url}/sign-in`);
      expect(await page.context().cookies(proxy.url)).toEqual([]);
    });
  });
}

/** A failed result with an image and a trace; returns the execution's id. */
async function uploadFailure({ url, apiKey }: Pick<Site, 'url' | 'apiKey'>): Promise<string> {
  const artifacts = Object.entries(FILES).map(([clientId, file]) => ({
    clientId,
    ...file,
    sizeBytes: PNG.length,
  }));
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project: 'shop',
        framework: 'vitest',
        reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
        status: 'failed',
        startedAt: testClock.now().toISOString(),
        durationMs: 1_000,
      },
      results: [
        {
          titlePath: ['cart', 'adds up'],
          file: 'src/cart.test.ts',
          status: 'failed',
          durationMs: 4,
          errors: [{ message: 'expected 1 to be 2' }],
          artifacts,
        },
      ],
    }),
  });
  if (!answer.ok) throw new Error(`the upload failed: ${await answer.text()}`);
  const { data } = (await answer.json()) as {
    data: {
      executionId: string;
      url: string;
      uploads: { url: string; method: string; headers: Record<string, string> }[];
    };
  };
  expect(data.url).toBe(`${url}/executions/${data.executionId}`);
  for (const { url: address, method, headers } of data.uploads) {
    expect(address.startsWith(`${url}/artifacts/`)).toBe(true);
    const put = await fetch(address, { method, headers, body: PNG });
    if (!put.ok) throw new Error(`storing a file failed: ${await put.text()}`);
  }
  return data.executionId;
}
