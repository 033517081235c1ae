import { defineConfig } from '@playwright/test';
import { browserPath } from './browser-path.ts';

const port = Number(process.env.PORT ?? 4173);

export default defineConfig({
  testDir: 'tests',
  retries: 1,
  reporter: [['list'], ['@svc/playwright-reporter']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: await browserPath() },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
  webServer: {
    command: 'node shop/server.js',
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
  },
});
