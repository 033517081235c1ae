import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { faultsOf, sidewaysScroll } from '../fixtures/page-faults.ts';
import { startSite, type Site } from '../fixtures/site.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/vitest', import.meta.url));
const SEED = fileURLToPath(new URL('../../../seed/dist/main.js', import.meta.url));
const PASSWORD = 'a sentence that only the owner knows';

/** What a team does in its first hour: each step needs the ones before it. */
test.describe.serial('from the first sign-in to a revoked key', () => {
  let site: Site;
  let owner: Page;
  let key: string;
  let invitation: string;

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(90_000);
    site = await startSite();
    owner = await pageOf(browser, site);
  });
  test.afterAll(async () => {
    await owner.context().close();
    await site.stop();
  });

  test('the owner signs in with the one-time password, and must replace it', async () => {
    await owner.goto('/executions');
    await expect(owner).toHaveURL(/\/sign-in\?next=%2Fexecutions$/);
    await owner.getByLabel('Email').fill(site.owner.email);
    await owner.getByLabel('Password').fill('a wrong password');
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expect(owner.getByRole('alert')).toBeVisible();
    await owner.getByLabel('Password').fill(site.owner.password);
    await owner.getByRole('button', { name: 'Sign in' }).click();

    await expect(owner.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    // It was typed a moment ago.
    await expect(owner.getByLabel('One-time password')).toHaveCount(0);
    const field = owner.getByLabel('New password');
    await field.fill(PASSWORD);
    await owner.getByRole('button', { name: 'Show' }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await owner.getByRole('button', { name: 'Set password' }).click();
    await expect(owner).toHaveURL(/\/executions$/);
  });

  test('an empty organization shows the first steps', async () => {
    await owner.goto('/');
    await expect(owner.getByRole('heading', { name: 'Send the first execution' })).toBeVisible();
  });

  test('the owner creates a key, which is shown once', async () => {
    await owner.goto('/settings/api-keys');
    await owner.getByRole('button', { name: 'Create key' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CI of the shop');
    // The least that works, unless somebody chooses otherwise.
    await expect(dialog.getByRole('radio', { name: /Enough for reporters/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(
      dialog.getByRole('heading', { name: 'Key “CI of the shop” created' }),
    ).toBeVisible();
    key = (await dialog.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^svc_[0-9A-Za-z]{36}$/);
    await expect(dialog.getByText('Waiting for its first upload')).toBeVisible();
  });

  test('a run of the example with the key arrives while the dialog waits', async () => {
    const { code, output } = await runExample(site, key);
    expect(code, output).toBe(1);
    expect(output).toContain('svc: ');
    const dialog = owner.getByRole('dialog');
    await dialog.getByRole('link', { name: '#1' }).click();
    await expect(owner).toHaveURL(/\/executions\/[\da-f-]{36}/);
  });

  test('the failure shows its message and what was expected', async () => {
    await expect(owner.getByRole('link', { name: /^Failed 1/ })).toBeVisible();
    const detail = owner.locator('.detail');
    await expect(detail.locator('.errmsg').first()).toContainText('AssertionError');
    await expect(detail.getByText('expected', { exact: false }).first()).toBeVisible();
    await expect(detail.getByText('received', { exact: false }).first()).toBeVisible();
  });

  test('two executions compare', async () => {
    await runExample(site, key);
    const ids = await executionIds(site);
    expect(ids).toHaveLength(2);
    await owner.goto(`/compare?base=${ids[1]}&head=${ids[0]}`);
    await expect(owner.getByRole('heading', { level: 1 })).toContainText(
      /still failing|regression|No/,
    );
    await expect(owner.getByText('still failing').first()).toBeVisible();
  });

  test('the owner invites a member', async () => {
    await owner.goto('/settings/members');
    await owner.getByRole('button', { name: 'Invite' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email').fill('ada@example.com');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(dialog.getByRole('heading', { name: 'ada@example.com is invited' })).toBeVisible();
    invitation = (await dialog.locator('.cmd > span').textContent()) ?? '';
    expect(invitation).toContain(`${site.url}/invitations/`);
  });

  test('the member joins, sees the keys, and may not revoke one', async ({ browser }) => {
    const member = await pageOf(browser, site);
    await member.goto(invitation);
    await member.getByLabel('Name').fill('Ada');
    await member.getByLabel('Password').fill('a sentence that only Ada knows');
    await member.getByRole('button', { name: 'Create account and join' }).click();
    await expect(member.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await member.goto('/settings/api-keys');
    await expect(member.getByText('CI of the shop')).toBeVisible();
    await expect(member.getByRole('button', { name: 'Revoke CI of the shop' })).toBeDisabled();
    await expect(member.getByRole('button', { name: 'Create key' })).toBeDisabled();

    const { id } = await keyNamed(owner, 'CI of the shop');
    const refused = await member.request.post(`${site.url}/trpc/apiKeys.revoke`, {
      data: { id },
      headers: { origin: site.url },
    });
    expect(refused.status()).toBe(403);
    await member.context().close();
  });

  test('the owner reads, hears and taps why the member is unverified', async () => {
    await owner.goto('/settings/members');
    const row = owner.getByRole('row').filter({ hasText: 'ada@example.com' });
    await expect(row.getByRole('cell').first()).toHaveText(/^Ada ada@example\.com unverified/);
    const badge = row.getByRole('button', { name: 'unverified', exact: true });
    const explanation = /^Nobody has proved that the address is theirs\./;
    await expect(badge).toHaveAccessibleDescription(explanation);
    const tip = row.getByRole('tooltip');
    await expect(tip).toBeHidden();
    for (const width of [1280, 390]) {
      await owner.setViewportSize({ width, height: 900 });
      await badge.click();
      await expect(tip).toBeInViewport({ ratio: 1 });
      // Of the badge alone, not of the open explanation too.
      await expect(badge).toHaveAccessibleName('unverified');
      expect(await faultsOf(owner)).toEqual([]);
      expect(await sidewaysScroll(owner)).toBe(0);
      await badge.press('Escape');
      await owner.mouse.move(0, 0);
      await expect(tip).toBeHidden();
    }
    await owner.setViewportSize({ width: 1280, height: 720 });
  });

  test('a form on another site changes nothing', async ({ browser }) => {
    const context = await browser.newContext({
      storageState: await owner.context().storageState(),
    });
    const page = await context.newPage();
    const { id } = await keyNamed(owner, 'CI of the shop');
    await page.route('http://evil.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" enctype="text/plain" action="${site.url}/trpc/apiKeys.revoke">
                 <input name='{"id":"${id}","x":"' value='"}'>
               </form><script>document.forms[0].submit()</script>`,
      }),
    );
    const answered = page.waitForResponse(`${site.url}/trpc/apiKeys.revoke`);
    await page.goto('http://evil.test/');
    expect((await answered).status()).toBeGreaterThanOrEqual(400);
    expect((await keyNamed(owner, 'CI of the shop')).status).toBe('active');
    await context.close();
  });

  test('the owner revokes the key, and the next upload is refused', async () => {
    await owner.goto('/settings/api-keys');
    await owner.getByRole('button', { name: 'Revoke CI of the shop' }).click();
    const dialog = owner.getByRole('dialog');
    const revoke = dialog.getByRole('button', { name: 'Revoke key' });
    await expect(revoke).toBeDisabled();
    await dialog.getByLabel('Type the name to confirm').fill('CI of the shop');
    await revoke.click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByText('CI of the shop')).toBeHidden();

    const { code, output } = await runExample(site, key);
    // The exit code is still that of the tests.
    expect(code).toBe(1);
    expect(output).toContain('rejected the API key (401)');
    // The reporter keeps the run for a later upload, which this repository must not make.
    await rm(/Saved to (\S+?\.json\.gz)/.exec(output)?.[1] ?? '');
    expect(await executionIds(site)).toHaveLength(2);
  });

  test('the audit log says who did it', async () => {
    await owner.goto('/settings/audit-log');
    await expect(owner.getByText('revoked the API key “CI of the shop”')).toBeVisible();
    await expect(owner.getByText('invited “ada@example.com”')).toBeVisible();
  });

  test('sample data is an organization of its own, which the owner opens and deletes', async () => {
    await promisify(execFile)(process.execPath, [SEED, '--results', '3000', '--tests', '60'], {
      env: { PATH: process.env['PATH'], SVC_DATA_DIR: site.dataDir },
    });
    await owner.goto('/');
    const account = owner.getByRole('button', { name: /, account owner@/ });
    const latest = owner.getByRole('region', { name: 'Latest of each project' });
    await expect(latest).toContainText(/No execution|shop/);
    await account.click();
    await owner.getByRole('menuitem', { name: /Demo/ }).click();
    // The overview before the change looks alike, and the change would leave the page that is opened next.
    await expect(latest).toContainText('web');
    await expect(owner.getByRole('main')).not.toContainText('shop');

    await owner.goto('/settings/organization');
    await owner.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Type the name to confirm').fill('Demo');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await expect(dialog).toBeHidden();
    await account.click();
    await expect(owner.getByRole('menuitem', { name: /Default/ })).toBeVisible();
    await expect(owner.getByRole('menuitem', { name: /Demo/ })).toBeHidden();
  });

  test('a session that ended leads to sign-in, and back to the same page', async () => {
    await owner.goto('/settings/members');
    // So that no request of this page is still under way when its session ends.
    await owner.waitForLoadState('networkidle');
    await owner.context().clearCookies();
    await owner.getByRole('link', { name: 'Projects' }).click();
    await expect(owner).toHaveURL(/\/sign-in\?next=%2Fsettings%2Fprojects$/);
    await owner.getByLabel('Email').fill(site.owner.email);
    await owner.getByLabel('Password').fill(PASSWORD);
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await expect(owner).toHaveURL(/\/settings\/projects$/);
    await expect(owner.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  });
});

async function pageOf(browser: Browser, { url }: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

/** Runs the tests of examples/vitest as a user would. Some of them fail. */
async function runExample(
  site: Site,
  apiKey: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn('npx', ['vitest', 'run'], {
    cwd: EXAMPLE,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SVC_URL: site.url,
      SVC_API_KEY: apiKey,
      SVC_PROJECT: 'shop',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Newest first. */
async function executionIds({ url, apiKey }: Site): Promise<string[]> {
  const response = await fetch(`${url}/api/executions`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: { items: { id: string }[] } };
  return data.items.map(({ id }) => id);
}

async function keyNamed(page: Page, name: string): Promise<{ id: string; status: string }> {
  const response = await page.request.get(`/trpc/apiKeys.list?input=${encodeURIComponent('{}')}`);
  const { result } = (await response.json()) as {
    result: { data: { items: { id: string; name: string; status: string }[] } };
  };
  const key = result.data.items.find((one) => one.name === name);
  if (key === undefined) throw new Error(`there is no key '${name}'`);
  return key;
}
