import { expect, signIn, test } from '../fixtures/fixtures.ts';

test('a lost connection is announced, what was loaded stays, and the page recovers by itself', async ({
  page,
  site,
}) => {
  // Without the fixture that lets no error pass: the browser logs each failed request.
  await signIn(page, site);
  await page.goto('/executions?project=web');
  const rows = page.locator('main [data-row]');
  await expect(rows.first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Failed/ }).click();
  const bar = page.getByText('No connection to the server.').first();
  await expect(bar).toBeVisible();
  await expect(rows.first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(bar).toBeHidden({ timeout: 40_000 });
  await expect(page).toHaveURL(/status=failed/);
  await expect(rows.first()).toBeVisible();
});

test('a page that lacks a part of its code loads itself again', async ({ page, site }) => {
  await signIn(page, site);
  let loads = 0;
  page.on('load', () => loads++);
  let asked = 0;
  // Once is enough: the browser remembers that it could not load a module.
  await page.route(/\/executions-page-[\w-]{8}\.js$/, (route) =>
    ++asked === 1 ? route.abort('connectionreset') : route.continue(),
  );
  await page.goto('/executions?project=web&status=failed');
  await expect(page.locator('main .executions-chart svg')).toBeVisible();
  expect(loads).toBe(2);
  await expect(page).toHaveURL(/\/executions\?project=web&status=failed$/);
});

test('a page that was not open before opens without a connection, and says that there is none', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await page.goto('/?project=web');
  // Settings are the last code that a page needs which nobody has pointed at.
  await page.waitForResponse((response) => /\/settings-page-.*\.js$/.test(response.url()));
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Failures' }).first().click();
  await expect(page).toHaveURL(/\/failures/);
  await expect(page.getByText('No connection to the server.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Compare' }).first()).toBeVisible();
});

test('a tab leaves its page when another tab goes to another organization', async ({
  ownerPage,
}) => {
  const other = await ownerPage.context().newPage();
  await other.goto('/settings/members');
  await expect(other.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await ownerPage.goto('/settings/organization');
  await ownerPage.getByLabel('Name of the new organization').fill('Second');
  await ownerPage.getByRole('button', { name: 'Create organization' }).click();
  await expect(ownerPage).toHaveURL(/\/start$/);
  await expect(other).toHaveURL(/\/start$/);
  await other.close();
  // The next tests share the server, and a new session begins where the user was last.
  await ownerPage.goto('/settings/organization');
  await ownerPage.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Type the name to confirm').fill('Second');
  await dialog.getByRole('button', { name: 'Delete organization' }).click();
  await expect(dialog).toBeHidden();
});
