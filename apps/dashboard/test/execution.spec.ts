import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';

const FILE = 'src/cart.test.ts';

test('a tab of a running execution that is opened again has what came since', async ({
  ownerPage,
  site,
}) => {
  const key = `running-${Date.now()}`;
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
  const id = await uploadShard(site, { key: `output-${Date.now()}`, index: 1, titles: ['a'] });
  await ownerPage.goto(`/executions/${id}`);
  const tabs = ownerPage.getByRole('navigation', { name: 'Results by status' });
  await tabs.getByRole('link', { name: /^Passed/ }).click();
  await ownerPage.getByRole('button', { name: /^Output of the file/ }).click();
  await expect(ownerPage.locator('.detail')).toContainText('File stdout');
  await expect(ownerPage.locator('.detail pre.terminal')).toHaveText('the file begins <b>1</b>');
});

/** Uploads one of three shards, so that the execution runs on. */
async function uploadShard(
  { url, apiKey }: Site,
  { key, index, titles }: { key: string; index: number; titles: string[] },
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
        status: 'passed',
        startedAt: new Date().toISOString(),
        durationMs: 10,
        shard: { index, total: 3 },
        git: { branch: 'main' },
        ci: { provider: 'github', runId: key },
      },
      files: [{ file: FILE, durationMs: 1, stdout: `the file begins <b>${index}</b>` }],
      results: titles.map((title) => ({
        titlePath: [title],
        file: FILE,
        status: 'passed',
        durationMs: 5,
      })),
    }),
  });
  const { data } = (await response.json()) as { data: { executionId: string } };
  return data.executionId;
}
