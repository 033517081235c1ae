import { callApi } from '../fixtures/call-api.ts';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { addEntry, ingestBroken } from '../fixtures/quarantined.ts';

// The browser logs the refusals, so these tests use a page whose console may complain.

test('an entry that somebody lifted meanwhile: the form says so, then the page does', async ({
  page,
  site,
}) => {
  const entry = await addEntry(site, await ingestBroken(site, `lifted-${Date.now()}`), {
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

test('a dialog gives the focus back to the button that opened it', async ({ page, site }) => {
  const entry = await addEntry(site, await ingestBroken(site, `focus-${Date.now()}`), {
    reason: 'SHOP-34',
  });
  await signIn(page, site);
  await page.goto(`/quarantine/${entry}`);
  for (const name of ['Edit', 'Lift']) {
    const button = page.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').locator('[data-autofocus]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  }
});
