import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { testClock } from '@svc/server/test/clock.ts';

test('the menu of projects leads back to all of them', async ({ ownerPage }) => {
  await ownerPage.goto('/executions?project=web');
  await ownerPage.getByRole('button', { name: 'Project: web' }).click();
  await ownerPage.getByRole('menuitem', { name: 'All projects' }).click();
  await expect(ownerPage).toHaveURL(/\/executions$/);
  await expect(ownerPage.getByRole('button', { name: 'Project: All projects' })).toBeVisible();
});

test('the overview of a period in which nothing ran stays the overview', async ({ ownerPage }) => {
  const from = dayBefore(300);
  await ownerPage.goto(`/?from=${from}&to=${dayBefore(299)}`);
  await expect(
    ownerPage.getByRole('heading', { name: 'No execution in this period' }),
  ).toBeVisible();
  await expect(ownerPage).toHaveURL(new RegExp(`/\\?from=${from}`));
});

test('the overview of a project that does not exist says so', async ({ ownerPage }) => {
  await ownerPage.goto('/?project=typo');
  await expect(
    ownerPage.getByRole('heading', { name: 'No execution of typo in a year' }),
  ).toBeVisible();
});

test('the figures of a past period end on its last day, not today', async ({ ownerPage }) => {
  await ownerPage.goto(`/?project=web&from=${dayBefore(12)}&to=${dayBefore(3)}`);
  const figures = ownerPage.locator('.figs.quad');
  await expect(figures.locator('svg').first()).toBeVisible();
  await expect(figures.getByText('today', { exact: true })).toHaveCount(0);
  await ownerPage.goto('/?project=web&days=10');
  await expect(figures.getByText('today', { exact: true }).first()).toBeVisible();
});

test('letters typed while the list is filtered are kept', async ({ ownerPage }) => {
  await ownerPage.goto('/executions?project=web');
  const field = ownerPage.getByRole('searchbox', { name: 'Branch, message, author, PR' });
  // Slower than the pause after which the field sends what it has.
  await field.pressSequentially('checkout of no one', { delay: 260 });
  await expect(field).toHaveValue('checkout of no one');
  await expect(ownerPage).toHaveURL(/search=checkout(\+|%20)of(\+|%20)no(\+|%20)one/);
  await ownerPage.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(field).toHaveValue('');
  await field.fill('x');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(ownerPage).not.toHaveURL(/search=/);
});

test('the first steps can be read where executions have arrived before', async ({ ownerPage }) => {
  await ownerPage.goto('/start');
  await expect(ownerPage.getByText('The newest execution is')).toBeVisible();
  await expect(ownerPage).toHaveURL(/\/start$/);
  const main = ownerPage.locator('main');
  await expect(main).toContainText('export SVC_URL=http');
  await main.getByRole('button', { name: 'PowerShell' }).click();
  await expect(main).toContainText("$env:SVC_URL = 'http");
  await expect(main).toContainText("import { defineConfig } from 'vitest/config'");
});

test('sign-in leads back to a page with its filters', async ({ page, site }) => {
  await page.goto('/sign-in?next=%2Fexecutions%3Fstatus%3Dfailed%26days%3D90');
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${site.url}/executions?status=failed&days=90`);
});

test('Escape closes the formula of a figure, and not the page', async ({ ownerPage, site }) => {
  await ownerPage.goto('/executions?project=web');
  await ownerPage.locator('main [data-row]').first().click();
  const formula = ownerPage.getByRole('button', { name: /of results passed/ });
  await formula.click();
  await expect(formula).toHaveAttribute('aria-expanded', 'true');
  const { href } = new URL(ownerPage.url());
  await formula.press('Escape');
  await expect(formula).toHaveAttribute('aria-expanded', 'false');
  expect(ownerPage.url()).toBe(href);
  expect(href).toContain(`${site.url}/executions/`);
});

test('a formula leads to its definition, and the account menu to the documentation', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/flaky');
  const rate = ownerPage.locator('th').getByRole('button', { name: 'Rate', exact: true });
  await rate.focus();
  await ownerPage.keyboard.press('Tab');
  await expect(rate.locator('xpath=..').getByRole('link', { name: 'Read more' })).toBeFocused();
  const opened = ownerPage.waitForEvent('popup');
  await ownerPage.keyboard.press('Enter');
  const definition = await opened;
  await expect(definition.getByRole('heading', { name: 'Flakiness rate' })).toBeInViewport();
  await definition.close();

  await ownerPage.getByRole('button', { name: /account/ }).click();
  await expect(ownerPage.getByRole('menuitem', { name: 'Documentation' })).toHaveAttribute(
    'href',
    '/docs/',
  );
});

test('an invitation is not called invalid while the server is away', async ({ page }) => {
  await page.route('**/trpc/account.invitation*', (route) => route.abort());
  await page.goto('/invitations/0198a0a0-0000-7000-8000-000000000001.x');
  await expect(page.getByText('No connection to the server.').first()).toBeVisible();
  await expect(page.getByText('This invitation is not valid')).toBeHidden();
  await page.unroute('**/trpc/account.invitation*');
  await expect(page.getByText('This invitation is not valid')).toBeVisible({ timeout: 20_000 });
});

test('inviting a member says that they are one', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('owner@example.com');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByRole('alert')).toContainText("'owner@example.com' is a member already.");
});

test('an empty limit of the retention is no limit', async ({ ownerPage }) => {
  await ownerPage.goto('/settings/retention');
  const days = ownerPage.getByLabel('Results, days');
  const save = ownerPage.getByRole('button', { name: 'Save' });
  // So long that nothing is deleted.
  for (const text of ['36500', '']) {
    await days.fill(text);
    await save.click();
    await expect(ownerPage.getByText('Saved.')).toBeVisible();
    await expect(save).toBeDisabled();
    await ownerPage.reload();
    await expect(days).toHaveValue(text);
  }
});

test('a key that is shown once survives Escape and a click outside its dialog', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/settings/api-keys');
  await ownerPage.getByRole('button', { name: 'Create key' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`once ${testClock.now().getTime()}`);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = dialog.locator('.secret code');
  await expect(key).toHaveText(/^svc_/);
  await ownerPage.keyboard.press('Escape');
  await ownerPage.mouse.click(5, 400);
  await expect(key).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('a sign-out that does not reach the server says so', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto('/executions?project=web');
  await page.getByRole('button', { name: /, account owner@/ }).click();
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('No connection to the server.');
  await page.unroute('**/api/auth/sign-out');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test('another test replaces the shown one at once, not when it is loaded', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/flaky?project=web');
  const rows = ownerPage.locator('main a[data-row]');
  await expect(rows.first()).toBeVisible();
  const [first, second] = await rows.all();
  const other = (await second?.innerText()) ?? '';
  await first?.click();
  const heading = ownerPage.getByRole('heading', { level: 1 });
  await expect(ownerPage.getByRole('heading', { name: /Outcomes on/ })).toBeVisible();
  const shown = await heading.innerText();
  const answer = Promise.withResolvers<void>();
  await ownerPage.route('**/trpc/tests.get*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await openByMenu(ownerPage, other.split(' › ').at(-1) ?? other);
  await expect(heading).not.toHaveText(shown);
  answer.resolve();
  await expect(heading).toHaveText(other);
});

test('a page whose code is not loaded waits for the connection, and opens by itself', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await page.goto('/executions?project=web');
  await expect(page.locator('main [data-row]').first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Flaky tests' }).click();
  await expect(page.getByText('No connection to the server.').first()).toBeVisible();
  await expect(page.getByText('This page has a fault')).toBeHidden();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: /had a flaky run/ })).toBeVisible({
    timeout: 40_000,
  });
  await expect(page).toHaveURL(/\/flaky\?project=web$/);
});

async function openByMenu(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** The day so many days ago: `2026-11-21`. */
function dayBefore(days: number): string {
  return new Date(testClock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
}
