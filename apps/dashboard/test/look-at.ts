import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { faultsOf, sidewaysScroll } from './page-faults.ts';

/** CI keeps this folder. */
const SHOTS = fileURLToPath(new URL('../test-results/pages', import.meta.url));

const LOOKS = [
  { width: 1280, height: 900, theme: 'light' },
  { width: 1280, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const;

/** Opens a page in both themes, wide and narrow: takes screenshots, and expects no fault of axe and no sideways scroll. */
export async function lookAt(page: Page, name: string, open: () => Promise<unknown>) {
  await mkdir(SHOTS, { recursive: true });
  for (const { width, height, theme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await open();
    await settled(page);
    await page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true });
    await test.step(`${name} ${width} ${theme}`, async () => {
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
    });
  }
}

/** Waits until no part of the page is being loaded. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  // Charts are drawn one frame after their data.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
}
