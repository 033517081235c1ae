import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as base, type Page } from '@playwright/test';
import { startSite, type Site } from './site.ts';

const SEED = fileURLToPath(new URL('../../seed/dist/main.js', import.meta.url));

export const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' };

interface WorkerFixtures {
  /** A server with a history of 20,000 results, for all tests of a worker. */
  site: Site;
}

interface Fixtures {
  /** A page with the owner's session. The test fails when its console shows an error. */
  ownerPage: Page;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // Playwright reads the names of fixtures from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSite({
        SVC_BOOTSTRAP_EMAIL: OWNER.email,
        SVC_BOOTSTRAP_PASSWORD: OWNER.password,
        // The receivers of the tests are on this machine.
        SVC_WEBHOOK_ALLOW_PRIVATE: 'true',
      });
      // Few tests and many executions, as a project has that runs its tests all day.
      const history = ['--results', '20000', '--tests', '120'];
      await promisify(execFile)(process.execPath, [SEED, ...history], {
        env: { ...process.env, SVC_URL: site.url, SVC_API_KEY: site.apiKey },
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  ownerPage: async ({ page, site }, use) => {
    await signIn(page, site);
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Chromium reports a 404 by itself, and a page of something deleted is no fault.
      if (message.type() === 'error' && !/status of 404/.test(message.text())) {
        complaints.push(message.text());
      }
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page);
    test.expect(complaints).toEqual([]);
  },
});

/** Gives the page's browser a session of the owner. */
export async function signIn(page: Page, { url }: Site): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: OWNER,
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`signing in failed: ${await answer.text()}`);
}

export { expect } from '@playwright/test';
