import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { ingestBroken, testIdOf } from '../fixtures/quarantined.ts';
import type { Site } from '../fixtures/site.ts';
import { FAILURES } from '../fixtures/upload-failures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';

const FLAKE = { ...FAILURES.KNOWN_FLAKE, status: 'flaky' } as const;
const PLANTED = { ...FLAKE, message: 'AssertionError: the admin check was skipped' };
const FORK = 'evil:fix';

/**
 * Uploads a flaky failure of main on two commits, and a flaky one that a fork planted, more often. Returns a test id.
 */
async function plantFailures(site: Site, project: string, branch = FORK): Promise<string> {
  for (const hoursAgo of [3, 4]) await ingestBroken(site, project, FLAKE, { hoursAgo });
  await ingestBroken(site, project, FLAKE, { branch: 'feature', hoursAgo: 5 });
  for (const hoursAgo of [1, 2, 6, 7]) {
    await ingestBroken(site, project, PLANTED, { branch, hoursAgo });
  }
  const failed = { ...FLAKE, status: 'failed' } as const;
  return testIdOf(site, await ingestBroken(site, project, failed, { branch: 'feature' }));
}

/** Opens the dialog of a test once the server has derived its failures from the results. */
async function openDialog(page: Page, testId: string) {
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    await page.goto(`/tests/${testId}`);
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await expect(dialog).toContainText('4 times on main', { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  return dialog;
}

test('a flaky failure of a fork is offered with its branch, and not chosen', async ({
  ownerPage,
  site,
}) => {
  const testId = await plantFailures(site, uniqueName('fork'));
  const dialog = await openDialog(ownerPage, testId);
  const choices = dialog.locator('.choice');
  const flake = choices.filter({ hasText: 'Timed out waiting for the message' });
  await expect(flake).toContainText(/4 times on main and 1 other branch, 4 commits, last .+ fp2:/);
  await expect(flake.getByRole('checkbox')).toBeChecked();
  const planted = choices.filter({ hasText: 'the admin check was skipped' });
  await expect(planted).toContainText(
    /never on the default branch 4 times, only on evil:fix, 4 commits, last .+ fp2:/,
  );
  await expect(planted.getByRole('checkbox')).not.toBeChecked();
  await expect(dialog.locator('.effect')).toContainText(
    'The gate lets failures with only this error pass',
  );
  await dialog.getByLabel('Reason').fill('SHOP-24');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await dialog.getByRole('link', { name: 'Open the entry' }).click();
  const excused = ownerPage.getByRole('region', { name: 'What it excuses' });
  await expect(excused).toContainText('Timed out waiting for the message');
  await expect(excused).not.toContainText('admin check');
});

test('no failure is chosen for a test that was flaky on one commit or elsewhere only', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('undecided');
  for (let run = 0; run < 2; run++) await ingestBroken(site, project, FLAKE);
  const failed = { ...PLANTED, status: 'failed' } as const;
  const testId = await testIdOf(site, await ingestBroken(site, project, failed, { branch: FORK }));
  const dialog = ownerPage.getByRole('dialog');
  await expect(async () => {
    await ownerPage.goto(`/tests/${testId}`);
    await ownerPage.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await expect(dialog).toContainText('2 times on main', { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(dialog).toContainText('None is chosen yet');
  await expect(dialog.locator('.choice input:checked')).toHaveCount(0);
});

test('the dialog shows where failures were seen, also on a branch with a hostile name', async ({
  ownerPage,
  site,
}) => {
  const hostile = `evil:\u202E${'very-long-'.repeat(20)}`;
  const testId = await plantFailures(site, uniqueName('origin'), hostile);
  await lookAt(ownerPage, 'quarantine-origin', async () => {
    await openDialog(ownerPage, testId);
  });
});
