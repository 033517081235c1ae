import { expect, test } from '@playwright/test';

test.beforeEach(({ page }) => page.goto('/'));

test.describe('wares', () => {
  test('are all there', { tag: '@phone' }, async ({ page }) => {
    await expect(page.getByRole('listitem')).toHaveCount(4);
  });

  test('are found by a part of their name', async ({ page }) => {
    await page.getByLabel('Search').fill('jeel');
    await expect(page.getByRole('listitem')).toHaveText(/Darjeeling/);
  });

  test.fail('are found by their price', async ({ page }) => {
    await page.getByLabel('Search').fill('6.90');
    await expect(page.getByRole('listitem')).toHaveCount(1, { timeout: 500 });
  });
});
