import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.ts';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { addEntry, ingestBroken, testIdOf } from '../fixtures/quarantined.ts';
import { FAILURES } from '../fixtures/upload-failures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';

const ANOTHER = {
  ...FAILURES.REAL_BUG,
  message: 'RangeError: the cart is too long',
  stack: undefined,
};

// The browser logs the refusals, so these tests use a page whose console may complain.

test('an entry that somebody lifted meanwhile: the form says so, then the page does', async ({
  page,
  site,
}) => {
  const entry = await addEntry(site, await ingestBroken(site, uniqueName('lifted')), {
    reason: 'SHOP-30',
  });
  await signIn(page, site);
  await page.goto(`/quarantine/${entry}`);
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-31');
  await callApi(site, `quarantine/${entry}`, 'DELETE');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText(
    /^This entry was lifted meanwhile\..+ lifted it on .+\. These failures block again\.$/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.newest-line')).toContainText(/^lifted/);
  await expect(edit).toHaveCount(0);
});

test('a failure that somebody quarantined meanwhile: the form names the other entry, and stays', async ({
  page,
  site,
}) => {
  const execution = await ingestBroken(site, uniqueName('taken'));
  await signIn(page, site);
  await page.goto(`/executions/${execution}`);
  const button = page.getByRole('button', { name: 'Quarantine', exact: true });
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-33');
  const other = await addEntry(site, execution, { reason: 'SHOP-32' });
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(dialog.getByRole('alert')).toContainText('SHOP-32');
  await returnTo(page);
  // Only that of the form is left.
  await expect(button).toHaveCount(1);
  await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-33');
  await dialog.getByRole('link', { name: 'Open that entry' }).click();
  await expect(page).toHaveURL(new RegExp(`/quarantine/${other}$`));
});

test('a failure in the tab of the gate that somebody quarantined meanwhile: the form stays there too', async ({
  page,
  site,
}) => {
  const execution = await ingestBroken(site, uniqueName('taken-tab'));
  await signIn(page, site);
  await page.goto(`/executions/${execution}?tab=gate`);
  await page.getByRole('region', { name: 'Blocks' }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-36');
  const other = await addEntry(site, execution, { reason: 'SHOP-35' });
  await returnTo(page);
  // Nothing blocks any more: the item from which the form was opened is gone.
  await expect(page.locator('main .gate-answer')).toContainText('The gate passes');
  await expect(page.locator('main').getByText('SHOP-35')).toHaveCount(1);
  await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-36');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(dialog.getByRole('alert')).toContainText('SHOP-35');
  await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-36');
  await dialog.getByRole('link', { name: 'Open that entry' }).click();
  await expect(page).toHaveURL(new RegExp(`/quarantine/${other}$`));
});

test('a form that is opened from a test or a list stays when an entry was made meanwhile', async ({
  page,
  site,
}) => {
  const project = uniqueName('taken-lists');
  const execution = await ingestBroken(site, project);
  await signIn(page, site);
  const paths = [`/failures?project=${project}`, `/tests/${await testIdOf(site, execution)}`];
  for (const path of paths) {
    const button = page.locator('main').getByRole('button', { name: /^Quarantine/ });
    await expect(async () => {
      await page.goto(path);
      await expect(button).toHaveCount(1, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('SHOP-38');
    const other = await addEntry(site, execution, { reason: 'SHOP-37' });
    await returnTo(page);
    await expect(page.locator('main .quarantine-chip')).not.toHaveCount(0);
    await expect(page.locator('main .btn, main .iconbtn').and(button)).toHaveCount(0);
    await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-38');
    await callApi(site, `quarantine/${other}`, 'DELETE');
  }
});

test('a form that adds a failure to an entry stays when somebody was faster', async ({
  page,
  site,
}) => {
  const project = uniqueName('taken-more');
  const entry = await addEntry(site, await ingestBroken(site, project), { reason: 'SHOP-39' });
  const execution = await ingestBroken(site, project, ANOTHER);
  await signIn(page, site);
  await page.goto(`/executions/${execution}`);
  const note = page.getByRole('region', { name: 'Gate' });
  await note.getByRole('button', { name: 'Add this failure' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Owner').fill('@acme/cart');
  await callApi(site, `quarantine/${entry}`, 'PATCH', { fingerprints: 'any' });
  await returnTo(page);
  await expect(page.locator('main')).toContainText('The gate lets this failure pass.');
  await expect(dialog.getByLabel('Owner')).toHaveValue('@acme/cart');
});

test('a dialog gives the focus back to the button that opened it', async ({ page, site }) => {
  const entry = await addEntry(site, await ingestBroken(site, uniqueName('focus')), {
    reason: 'SHOP-34',
  });
  await signIn(page, site);
  await page.goto(`/quarantine/${entry}`);
  for (const name of ['Edit', 'Lift']) {
    const button = page.getByRole('button', { name });
    // While the page loads, the button may be replaced between two steps.
    await expect(async () => {
      await button.press('Enter', { timeout: 2_000 });
      await expect(page.getByRole('dialog').locator('[data-autofocus]')).toBeFocused({
        timeout: 5_000,
      });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  }
});

/** As if its user came back after a minute: what is older than half a minute is asked for again. */
async function returnTo(page: Page): Promise<void> {
  const now = await page.evaluate<number>('Date.now()');
  await page.clock.setSystemTime(now + 60_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}
