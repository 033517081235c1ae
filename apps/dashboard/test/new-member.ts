import type { Browser, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Site } from './site.ts';

/** The page of a person who joined the owner's organization as a member. */
export async function pageOfNewMember(
  browser: Browser,
  { site, owner }: { site: Site; owner: Page },
): Promise<Page> {
  await owner.goto('/settings/members');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.getByRole('dialog');
  const email = `ada-${Date.now()}@example.com`;
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByRole('heading', { name: `${email} is invited` })).toBeVisible();
  const invitation = (await dialog.locator('.cmd > span').textContent()) ?? '';
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(invitation);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('a sentence that only Ada knows');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}
