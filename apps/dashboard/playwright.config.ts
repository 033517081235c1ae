import { defineConfig } from '@playwright/test';
import { launchOptions } from './test/fixtures/browser.ts';

/** The browser tests. `pnpm test:browser` starts them, with a server that receives their results. */
export default defineConfig({
  testDir: './test',
  outputDir: './test-results',
  // Every worker has its own server with its own Postgres.
  workers: 2,
  fullyParallel: false,
  // Far more than a test needs on an idle machine: axe reads each page four times, and other work may run beside it.
  timeout: 240_000,
  // A password is hashed slowly on purpose, and more slowly beside other tests.
  expect: { timeout: 30_000 },
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list'], ['@svc/playwright-reporter']],
  use: {
    launchOptions,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
