import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import type { Site } from '../fixtures/site.ts';
import { testClock } from '@svc/server/test/clock.ts';

// The formula's tooltip is hidden, and part of the text.
const VISIBLE = { useInnerText: true };

test('a slower machine is reported once, and only tests beyond it are listed', async ({
  ownerPage,
  site,
}) => {
  const base = await upload(site, { hour: 1, ratioOf: () => 1 });
  const head = await upload(site, { hour: 2, ratioOf: (index) => (index === 3 ? 4 : 2) });
  await ownerPage.goto(`${site.url}/compare?base=${base}&head=${head}`);
  const section = sectionOf(ownerPage);
  await expect(section).toContainText(
    'The head’s machine was 2.0 times slower. The list has only tests that got slower by more than that.',
    VISIBLE,
  );
  await expect(section.getByRole('link')).toHaveText([/test 3/]);
  await section.getByRole('button', { name: /machine/ }).click();
  await expect(section.getByText('median(head ÷ base)')).toBeVisible();
});

test('a slower machine is reported where no test changed beyond it', async ({
  ownerPage,
  site,
}) => {
  const base = await upload(site, { hour: 3, ratioOf: () => 1 });
  const head = await upload(site, { hour: 4, ratioOf: () => 0.5 });
  await ownerPage.goto(`${site.url}/compare?base=${base}&head=${head}`);
  await expect(sectionOf(ownerPage)).toContainText(
    'The head’s machine was 2.0 times faster. No test changed more than that.',
    VISIBLE,
  );
  await expect(sectionOf(ownerPage).getByRole('table')).toHaveCount(0);
});

function sectionOf(page: Page) {
  return page.getByRole('region', { name: /Slower and faster/ });
}

/** An execution of twelve tests; returns its id. */
async function upload(
  { url, apiKey }: Site,
  { hour, ratioOf }: { hour: number; ratioOf: (index: number) => number },
): Promise<string> {
  const startedAt = new Date(testClock.now().getTime() - (10 - hour) * 3_600_000).toISOString();
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project: 'machines',
        framework: 'vitest',
        reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
        status: 'passed',
        startedAt,
        durationMs: 10_000,
        git: { branch: `hour ${hour}` },
      },
      results: Array.from({ length: 12 }, (_, index) => ({
        titlePath: [`test ${index}`],
        file: 'src/cart.test.ts',
        status: 'passed',
        durationMs: 200 * ratioOf(index),
      })),
    }),
  });
  const { data } = (await answer.json()) as { data: { executionId: string } };
  return data.executionId;
}
