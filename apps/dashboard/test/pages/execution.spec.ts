import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import type { Site } from '../fixtures/site.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { uploadExecution } from '../fixtures/upload-failures.ts';
import { testClock } from '@svc/server/test/clock.ts';

const FILE = 'src/cart.test.ts';

test('a tab of a running execution that is opened again has what came since', async ({
  ownerPage,
  site,
}) => {
  const key = uniqueName('running');
  const id = await uploadShard(site, { key, index: 1, titles: ['a', 'b'] });
  await ownerPage.goto(`/executions/${id}`);
  const tabs = ownerPage.getByRole('navigation', { name: 'Results by status' });
  const rows = ownerPage.locator('.reslist [data-row]');
  await tabs.getByRole('link', { name: /^Passed/ }).click();
  await expect(rows).toHaveCount(2);
  await tabs.getByRole('link', { name: /^Skipped/ }).click();
  await uploadShard(site, { key, index: 2, titles: ['c', 'd', 'e'] });
  await expect(tabs.getByRole('link', { name: /^Passed/ })).toContainText('5');
  await tabs.getByRole('link', { name: /^Passed/ }).click();
  await expect(rows).toHaveCount(5);
});

test('the output of a file that belongs to no test is one click from its results', async ({
  ownerPage,
  site,
}) => {
  const id = await uploadShard(site, { key: uniqueName('output'), index: 1, titles: ['a'] });
  await ownerPage.goto(`/executions/${id}`);
  const tabs = ownerPage.getByRole('navigation', { name: 'Results by status' });
  await tabs.getByRole('link', { name: /^Passed/ }).click();
  await ownerPage.getByRole('button', { name: /^Output of the file/ }).click();
  await expect(ownerPage.locator('.detail')).toContainText('File stdout');
  await expect(ownerPage.locator('.detail pre.terminal')).toHaveText('the file begins <b>1</b>');
});

test('a result opened next to a tab without results is shown, and the list says what it lacks', async ({
  ownerPage,
  site,
}) => {
  const id = await uploadShard(site, { key: uniqueName('other-tab'), index: 1, titles: ['a'] });
  await ownerPage.goto(`/executions/${id}?tab=passed`);
  const row = ownerPage.locator('.reslist [data-row]').first();
  const address = (await row.getAttribute('href')) ?? '';
  await ownerPage.goto(address.replace('tab=passed', 'tab=failed'));
  await expect(ownerPage.locator('.results')).toContainText('This execution has no failed result.');
  await expect(ownerPage.locator('.detail h2')).toHaveText('a');
});

test('a result that is copied as Markdown has an address that names it', async ({
  ownerPage,
  site,
}) => {
  await ownerPage.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const key = uniqueName('markdown');
  const id = await uploadShard(site, { key, index: 1, titles: ['a', 'b'], status: 'failed' });
  await ownerPage.goto(`/executions/${id}`);
  const row = ownerPage.locator('.reslist [data-row][aria-current]');
  const result = /result=([\da-f-]{36})/.exec((await row.getAttribute('href')) ?? '')?.[1];
  await ownerPage.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(ownerPage.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await ownerPage.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toContain(`${site.url}/executions/${id}?result=${result}&attempt=1`);
});

test('the files of a page that stays open get new addresses before theirs expire', async ({
  ownerPage,
  site,
}) => {
  const key = uniqueName('renewed');
  const id = await uploadShard(site, { key, index: 1, titles: ['a'], status: 'failed' });
  await ownerPage.clock.install();
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.errmsg')).toBeVisible();
  const again = ownerPage.waitForRequest(/executions\.result/, { timeout: 10_000 });
  await ownerPage.clock.fastForward('11:00');
  await again;
});

test('the fingerprint of a failure leads to its cause', async ({ ownerPage, site }) => {
  const key = uniqueName('fingerprint');
  const id = await uploadShard(site, { key, index: 1, titles: ['a'], status: 'failed' });
  await ownerPage.goto(`/executions/${id}`);
  await ownerPage.locator('.failure-foot a').click();
  await expect(ownerPage).toHaveURL(/\/failures\?.*search=fp/);
  await expect(ownerPage.locator('main [data-row]')).toHaveCount(1);
  await expect(ownerPage.locator('main [data-row]')).toContainText('the price is wrong');
});

test('a file that failed to load is named, and no figure reads as a pass', async ({
  ownerPage,
  site,
}) => {
  const id = await uploadExecution(site, {
    project: uniqueName('broken-file'),
    results: Array.from({ length: 9 }, (_, at) => ({ title: `adds ${at}`, status: 'passed' })),
    files: [
      {
        file: 'src/tax.test.ts',
        durationMs: 3,
        errors: [{ message: "Error: Cannot find module './rates'" }],
      },
    ],
  });
  await lookAt(ownerPage, 'execution-broken-file', () => ownerPage.goto(`/executions/${id}`));
  const main = ownerPage.locator('main');
  await expect(main.locator('.answer')).toContainText(
    '1 file failed to load, all 9 tests that ran passed.',
  );
  const tabs = ownerPage.getByRole('navigation', { name: 'Results by status' });
  await expect(tabs.getByRole('link', { name: /^Failed/ })).toHaveText('Failed 1 file');
  await expect(main).not.toContainText(/100\.0|0 failures/);
  await expect(ownerPage.locator('.results').getByRole('searchbox')).toHaveCount(0);
});

test('the list of one cause fills the height of the open failure', async ({ ownerPage, site }) => {
  const id = await uploadExecution(site, {
    project: uniqueName('one-cause'),
    results: Array.from({ length: 40 }, (_, at) => ({
      title: `stores the order ${at}`,
      status: 'failed',
      message: 'connect ECONNREFUSED 10.0.0.1:5432',
      stack: `Error: connect ECONNREFUSED\n${'    at store (src/store.ts:9:1)\n'.repeat(9)}`,
    })),
  });
  await lookAt(ownerPage, 'execution-one-cause', () => ownerPage.goto(`/executions/${id}`));
  await ownerPage.setViewportSize({ width: 1280, height: 900 });
  await expect(ownerPage.locator('.errmsg')).toBeVisible();
  const rows = ownerPage.locator('.reslist [data-row]');
  expect(await rows.count()).toBeGreaterThan(10);
  const heightOf = async (selector: string) =>
    (await ownerPage.locator(selector).boundingBox())?.height ?? 0;
  const most = Math.min(await heightOf('.detail-place'), 900 - 80);
  expect(Math.round(await heightOf('.results'))).toBeGreaterThanOrEqual(Math.round(most) - 1);
});

/** Uploads one of three shards, so that the execution runs on. */
async function uploadShard(
  { url, apiKey }: Site,
  {
    key,
    index,
    titles,
    status = 'passed',
  }: { key: string; index: number; titles: string[]; status?: 'passed' | 'failed' },
): Promise<string> {
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project: 'running',
        key,
        framework: 'vitest',
        reporter: { name: 'test', version: '1' },
        status,
        startedAt: testClock.now().toISOString(),
        durationMs: 10,
        shard: { index, total: 3 },
        git: { branch: 'main' },
        ci: { provider: 'github', runId: key },
      },
      files: [{ file: FILE, durationMs: 1, stdout: `the file begins <b>${index}</b>` }],
      results: titles.map((title) => ({
        titlePath: [title],
        file: FILE,
        status,
        durationMs: 5,
        attempts: [
          {
            status,
            durationMs: 5,
            errors: status === 'failed' ? [{ message: 'the price is wrong' }] : [],
          },
        ],
      })),
    }),
  });
  const { data } = (await response.json()) as { data: { executionId: string } };
  return data.executionId;
}
