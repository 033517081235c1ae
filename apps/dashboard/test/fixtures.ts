import { test as base, type Page } from '@playwright/test';
import { startSite, type Site } from './site.ts';

interface WorkerFixtures {
  /** A server of the worker's own, on a new database. */
  site: Site;
}

interface Fixtures {
  /** A page whose console shows no error and no refusal of the content security policy. */
  page: Page;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // Playwright reads the names of fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

export { expect } from '@playwright/test';
