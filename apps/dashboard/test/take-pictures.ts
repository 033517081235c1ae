import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from './fixtures/browser.ts';
import { startSite, type Site } from './fixtures/site.ts';

// Takes the pictures of the README and the documentation, of a new server with the history below, or of the server at
// SVC_URL, whose pages must open without signing in, such as that of `pnpm demo`.

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));
const SEED = fileURLToPath(new URL('../../seed/dist/main.js', import.meta.url));
const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' };
const HISTORY = ['--seed', '1', '--results', '20000', '--tests', '120'];

const given = process.env['SVC_URL'];
const site = given === undefined ? await startSeededSite() : undefined;

/** The address of each picture's page; the first row of a list is opened. */
const PICTURES = [
  {
    file: 'overview.png',
    path: site === undefined ? '/' : '/?project=web',
    waitFor: '.executions-chart',
    fullPage: true,
  },
  { file: 'execution.png', path: '/executions?status=failed', opensRow: true, waitFor: '.reslist' },
  { file: 'flaky.png', path: '/flaky', waitFor: 'main [data-row]' },
];

const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({
    baseURL: given ?? site?.url,
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  if (site !== undefined) await signIn(page);
  for (const { file, path, opensRow = false, waitFor, fullPage = false } of PICTURES) {
    await page.goto(path);
    if (opensRow) await page.locator('main [data-row]').first().click();
    await page.locator(waitFor).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByText('Asking the gate').waitFor({ state: 'hidden' });
    await page.screenshot({ path: `${DOCS}/${file}`, fullPage });
  }
} finally {
  await browser.close();
  await site?.stop();
}

async function startSeededSite(): Promise<Site> {
  const started = await startSite({
    SVC_BOOTSTRAP_EMAIL: OWNER.email,
    SVC_BOOTSTRAP_PASSWORD: OWNER.password,
  });
  execFileSync(process.execPath, [SEED, ...HISTORY, '--url', started.url], {
    env: { ...process.env, SVC_API_KEY: started.apiKey },
    stdio: 'inherit',
  });
  return started;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.topbar').waitFor();
}
