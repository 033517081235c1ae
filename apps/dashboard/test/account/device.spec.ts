import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, OWNER, test as base } from '../fixtures/fixtures.ts';
import { faultsOf, sidewaysScroll } from '../fixtures/page-faults.ts';
import type { Site } from '../fixtures/site.ts';

const SVC = fileURLToPath(new URL('../../../../packages/cli/bin/svc.js', import.meta.url));

interface Login {
  userCode: string;
  /** The exit status and the output, once it ends. */
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

interface Terminal {
  /** `svc login`, which waits for a person. */
  login: () => Promise<Login>;
  /** What another command printed. */
  svc: (...args: string[]) => Promise<string>;
}

const test = base.extend<{ terminal: Terminal }>({
  terminal: async ({ site }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'svc-home-'));
    await use({
      login: () => startLogin(site, home),
      svc: async (...args) => {
        const child = start(args, home);
        return text(child.stdout);
      },
    });
    await rm(home, { recursive: true, force: true });
  },
});

test('a person signs in svc of a terminal by typing its code', async ({ ownerPage, terminal }) => {
  const { userCode, ended } = await terminal.login();
  await ownerPage.goto('/device');
  await ownerPage.getByLabel('Code').fill('BCDF-GHJK');
  await ownerPage.getByRole('button', { name: 'Continue' }).click();
  await expect(ownerPage.getByRole('alert')).toContainText('No sign-in waits for this code');
  // As people type it.
  await ownerPage.getByLabel('Code').fill(userCode.toLowerCase().replace('-', ' '));
  await ownerPage.getByRole('button', { name: 'Continue' }).click();

  await expect(ownerPage.getByRole('heading', { name: 'Sign in this terminal?' })).toBeVisible();
  const main = ownerPage.getByRole('main');
  await expect(main).toContainText(userCode);
  await expect(main).toContainText(`${OWNER.email}, for Default`);
  await expect(main).toContainText(/svc\/\d+\.\d+\.\d+/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await ownerPage.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await ownerPage.setViewportSize({ width, height: 844 });
      expect(await faultsOf(ownerPage)).toEqual([]);
      expect(await sidewaysScroll(ownerPage)).toBe(0);
      const path = `test-results/pages/device-decision-${width}-${colorScheme}.png`;
      await ownerPage.screenshot({ path });
    }
  }
  await ownerPage.getByRole('button', { name: 'Approve' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Terminal signed in' })).toBeVisible();

  const { status, stdout } = await ended;
  expect(status).toBe(0);
  expect(stdout).toContain(`as       ${OWNER.email}, owner of Default\n`);
  expect(await terminal.svc('whoami')).toContain(`${OWNER.email}, owner of Default\n`);
  await ownerPage.goto('/settings/account');
  await expect(ownerPage.getByText(/^svc on /)).toBeVisible();
});

test('a person refuses a code that is not theirs', async ({ ownerPage, terminal }) => {
  const { userCode, ended } = await terminal.login();
  await ownerPage.goto('/device');
  await ownerPage.getByLabel('Code').fill(userCode);
  await ownerPage.getByRole('button', { name: 'Continue' }).click();
  await ownerPage.getByRole('button', { name: 'Refuse' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Sign-in refused' })).toBeVisible();
  const { status, stderr } = await ended;
  expect(status).toBe(3);
  expect(stderr).toContain('svc: the sign-in was refused in the browser\ntry: svc login\n');
});

test('the page of the code asks to sign in first', async ({ page, site }) => {
  await page.goto('/device');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdevice$/);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${site.url}/device`);
  await expect(page.getByLabel('Code')).toBeVisible();
});

async function startLogin({ url }: Site, home: string): Promise<Login> {
  const child = start(['login', '--browser', '--url', url], home);
  let stderr = '';
  const code = new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      const userCode = /^ {4}([A-Z]{4}-[A-Z]{4})$/m.exec(stderr)?.[1];
      if (userCode !== undefined) resolve(userCode);
    });
  });
  const ended = Promise.all([text(child.stdout), once(child, 'close')]).then(([stdout]) => ({
    status: child.exitCode,
    stdout,
    stderr,
  }));
  const ending = ended.then((end) => {
    throw new Error(`svc login ended: ${end.stderr}`);
  });
  // Later ends are no fault.
  ending.catch(() => undefined);
  return { userCode: await Promise.race([code, ending]), ended };
}

/** In an environment without settings of this machine. */
function start(args: readonly string[], home: string) {
  return spawn(process.execPath, [SVC, ...args], {
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', COLUMNS: '80' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
