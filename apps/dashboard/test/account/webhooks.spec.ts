import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.ts';
import { expect, signIn, test as base } from '../fixtures/fixtures.ts';
import { pageOfNewMember } from '../fixtures/new-member.ts';
import { faultsOf, sidewaysScroll } from '../fixtures/page-faults.ts';
import type { Site } from '../fixtures/site.ts';
import { startReceiver, type Receiver } from '../fixtures/webhook-receiver.ts';
import { testClock } from '@svc/server/test/clock.ts';

const test = base.extend<{ receiver: Receiver }>({
  // Playwright reads the names of fixtures from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

test('a webhook with a generated secret receives a signed test', async ({
  ownerPage,
  receiver,
}) => {
  await ownerPage.goto('/settings/webhooks');
  await ownerPage.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog).toContainText('never shown again');
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  // The secret would be lost.
  await ownerPage.keyboard.press('Escape');
  await dialog.getByText('Only some').click();
  await dialog.getByRole('checkbox', { name: 'execution.failed' }).check();
  await dialog.getByText('Example of execution.failed').click();
  await expect(dialog.getByLabel('Example of execution.failed')).toContainText('"totals"');
  // Executions of other tests would be in its log.
  await dialog.getByLabel('Only this branch').fill('no-such-branch');
  await dialog.getByLabel('Description').fill('Team channel');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toBeHidden();
  await expect(ownerPage).toHaveURL(/\/settings\/webhooks\?webhook=[\da-f-]{36}$/);
  const row = ownerPage.locator('.webhooks tr', { hasText: receiver.url });
  await expect(row).toContainText('Team channel · signed');
  await expect(row).toContainText('execution.failed');
  await expect(row).toContainText('active');

  const log = ownerPage.locator('.webhook-log');
  await expect(log).toContainText('Nothing has been sent yet');
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText(/The test arrived: 204 in \d+\sms\./);
  await expect(log.locator('[data-row]')).toHaveText(['204']);
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [Receiver['received'][number]];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);

  await log.locator('[data-row]').click();
  await expect(ownerPage).toHaveURL(/[?&]delivery=[\da-f-]{36}/);
  await expect(log.getByLabel('What was sent')).toContainText(`webhook-signature: v1,${signature}`);
  await expect(log.getByLabel('What was sent')).toContainText('"type": "webhook.test"');
  await expect(log.locator('.exchange')).toContainText('Answered 204 in');
});

test('a delivery that failed shows the answer, and is delivered again', async ({
  ownerPage,
  site,
  receiver,
}) => {
  receiver.answer = { status: 500, body: 'channel not found' };
  const log = await openWebhook(ownerPage, await addWebhook(site, { url: receiver.url }));
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test failed: 500. Retry in');
  await expect(ownerPage.locator('.webhooks tr[aria-selected=true]')).toContainText(
    /failing, \d+ in a row/,
  );
  await log.locator('[data-row]').click();
  await expect(log.getByLabel('What was answered')).toContainText('channel not found');
  receiver.answer = { status: 200, contentType: 'application/json', body: '{"ok":[true]}' };
  await log.getByRole('button', { name: 'Deliver again' }).click();
  await expect(log.locator('[data-row]')).toHaveText(['200']);
  await expect(log.getByLabel('What was answered')).toContainText('"ok": [');
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  // The answer before is one click away.
  const attempts = log.getByRole('list', { name: 'Attempts' });
  await attempts.getByRole('button', { name: /^Attempt 1/ }).click();
  await expect(log.getByLabel('What was answered')).toContainText('channel not found');
  await expect(ownerPage.locator('.webhooks tr[aria-selected=true]')).toContainText('active');
});

test('an address that may not be used is refused at its field', async ({ page, site }) => {
  await signIn(page, site);
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('Address');
  for (const [url, reason] of [
    ['ftp://example.com/', 'The URL must start with https:// or http://.'],
    ['https://user:word@example.com/', 'must not contain a user name or a password'],
    ['http://169.254.169.254/latest', 'link-local'],
  ] as const) {
    await address.fill(url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByRole('alert')).toContainText(reason);
    await expect(address).toBeFocused();
  }
  await address.fill('https://example.com/');
  await dialog.getByText('Only some').click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toContainText('Choose at least one event.');
});

test('a webhook is turned off and on, changed, and deleted', async ({
  ownerPage,
  site,
  receiver,
}) => {
  const log = await openWebhook(ownerPage, await addWebhook(site, { url: receiver.url }));
  const row = ownerPage.locator('.webhooks tr[aria-selected=true]');
  await log.getByRole('button', { name: 'Turn off' }).click();
  await expect(row).toContainText('off');
  await expect(log.getByRole('button', { name: 'Send test' })).toBeDisabled();
  await log.getByRole('button', { name: 'Turn on' }).click();
  await expect(row).toContainText('active');

  await log.getByRole('button', { name: 'Edit' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Only this project').selectOption('web');
  await dialog.getByLabel('Only this branch').fill('main');
  await dialog.getByLabel('Only analyses of this class').selectOption('INFRA or more severe');
  await dialog.getByLabel('Secret', { exact: true }).fill('a secret of their own');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('signed · only web · branch main · INFRA or more severe');

  await log.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(dialog).toContainText('The secret before it signs too for 24 more hours.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(log).toContainText(/The one before signs too until \d+ \w+ \d\d:\d\d\./);
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test arrived');
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);

  await log.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('not signed');

  await log.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('its log of the last 30 days are deleted');
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(ownerPage.getByText(receiver.url)).toHaveCount(0);
  await expect(ownerPage).toHaveURL(/\/settings\/webhooks$/);
});

test('turning off asks while deliveries wait for an attempt', async ({
  ownerPage,
  site,
  receiver,
}) => {
  receiver.answer = { status: 503 };
  const log = await openWebhook(ownerPage, await addWebhook(site, { url: receiver.url }));
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test failed: 503.');
  await log.getByRole('button', { name: 'Turn off' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog).toContainText(receiver.url);
  await expect(dialog).toContainText('1 delivery waits for an attempt');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog).toBeHidden();
  await expect(log.locator('.deliveries')).toContainText('no more attempts');
  await log.locator('[data-row]').click();
  await expect(log.locator('.exchange')).toContainText('The webhook was turned off.');
});

test('the address of a chat is never shown whole, and stays when it is not typed', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/settings/webhooks');
  await ownerPage.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Slack' }).check();
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveCount(0);
  const address = `https://hooks.slack.com/services/T0/B0/${testClock.now().getTime()}`;
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog).toBeHidden();
  const row = ownerPage.locator('.webhooks tr[aria-selected=true]');
  await expect(row).toContainText('https://hooks.slack.com/services/…');
  await expect(ownerPage.locator('body')).not.toContainText(address);
  await expect(
    ownerPage.getByRole('heading', { name: 'Deliveries to https://hooks.slack.com/services/…' }),
  ).toBeVisible();

  await ownerPage.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Address')).toHaveValue('');
  await dialog.getByLabel('Description').fill('The channel of the team');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('The channel of the team · Slack');
  await expect(row).toContainText('https://hooks.slack.com/services/…');
  // Another format has another address.
  await ownerPage.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('radio', { name: 'Discord' }).check();
  await expect(dialog.getByLabel('Address')).toHaveAttribute('required');
});

test('the log is filtered, and its address leads back to an open delivery', async ({
  ownerPage,
  site,
  receiver,
}) => {
  const id = await addWebhook(site, { url: receiver.url });
  const log = await openWebhook(ownerPage, id);
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test arrived');
  await log.getByRole('button', { name: 'Failed' }).click();
  await expect(log).toContainText('No delivery matches');
  await log.getByRole('button', { name: 'Delivered' }).click();
  await log.getByRole('button', { name: /^Event/ }).click();
  await ownerPage.getByRole('option', { name: 'webhook.test' }).click();
  await expect(ownerPage).toHaveURL(/status=delivered&event=webhook.test/);
  await log.locator('[data-row]').click();
  await expect(log.getByLabel('What was sent')).toBeVisible();
  const { href } = new URL(ownerPage.url());
  // A filter that excludes the open delivery does not close it.
  await ownerPage.goto(href.replace('status=delivered', 'status=pending'));
  await expect(log.getByLabel('What was sent')).toBeVisible();
  await ownerPage.goto(
    href.replace(/delivery=[^&]+/, 'delivery=0198a0a0-0000-7000-8000-000000000001'),
  );
  await expect(log.getByRole('alert')).toContainText('The webhook has no such delivery.');
  await log.getByRole('link', { name: 'Show the newest deliveries' }).click();
  await expect(log.getByRole('alert')).toHaveCount(0);
  await ownerPage.goto('/settings/webhooks?delivery=nope');
  await expect(log.getByRole('alert')).toBeInViewport();
  await ownerPage.goto('/settings/webhooks?webhook=nope');
  await expect(log.getByRole('alert')).toContainText('There is no webhook');
  await expect(log.getByRole('alert')).toBeInViewport();
  await expect(ownerPage.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await log.getByRole('link', { name: 'Show the newest webhook' }).click();
  await expect(ownerPage.getByRole('heading', { name: /^Deliveries to/ })).toBeVisible();
  await expect(ownerPage).toHaveURL(/\/settings\/webhooks$/);
});

test('on a phone, the filters of the log are whole, and its numbers have labels', async ({
  ownerPage,
  site,
  receiver,
}) => {
  await ownerPage.setViewportSize({ width: 390, height: 900 });
  const log = await openWebhook(ownerPage, await addWebhook(site, { url: receiver.url }));
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test arrived');
  const filter = log.getByRole('button', { name: /^Event/ });
  await filter.scrollIntoViewIfNeeded();
  await expect(filter).toBeInViewport({ ratio: 1 });
  await filter.click();
  await ownerPage.getByRole('option', { name: 'webhook.test' }).click();
  await expect(filter).toBeInViewport({ ratio: 1 });
  for (const [cell, label] of [
    ['1 of 10', 'attempt'],
    [/ms$/, 'time'],
  ] as const) {
    const before = log
      .getByRole('cell', { name: cell })
      // A function in the page has the types of a browser, which tests do not.
      .evaluate<string, object>((element) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (of: object, pseudo: string) => { content: string };
        };
        return getComputedStyle(element, '::before').content;
      });
    expect(await before).toBe(`"${label}"`);
  }
});

test('keys move through the rows, open a delivery, deliver it again and close it', async ({
  ownerPage,
  site,
  receiver,
}) => {
  const log = await openWebhook(ownerPage, await addWebhook(site, { url: receiver.url }));
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test arrived');
  const delivery = log.locator('[data-row]');
  // The keys pass over the list of webhooks, where Enter chooses another one.
  await ownerPage.locator('.webhooks .row-link').last().focus();
  await ownerPage.keyboard.press('j');
  await expect(delivery).toBeFocused();
  await ownerPage.keyboard.press('k');
  await expect(delivery).toBeFocused();
  await expect(ownerPage.getByLabel('Keyboard')).toHaveText(
    'jk choose a delivery↵ open itr deliver it again',
  );
  await ownerPage.keyboard.press('Enter');
  await expect(log.getByLabel('What was sent')).toBeVisible();
  await expect(delivery).toBeFocused();
  await ownerPage.keyboard.press('r');
  await expect.poll(() => receiver.received.length).toBe(2);
  await expect(log.getByRole('list', { name: 'Attempts' }).getByRole('button')).toHaveCount(2);
  await log.getByLabel('What was sent').focus();
  await ownerPage.keyboard.press('Escape');
  await expect(log.getByLabel('What was sent')).toHaveCount(0);
  await expect(delivery).toBeFocused();
});

test('deliveries that are queued while somebody reads are counted, and move no row', async ({
  ownerPage,
  site,
  receiver,
}) => {
  receiver.answer = { status: 500 };
  const id = await addWebhook(site, { url: receiver.url });
  await callApi(site, `ci/webhooks/${id}/test`, 'POST');
  const log = await openWebhook(ownerPage, id);
  await expect(log.locator('[data-row]')).toHaveText(['500']);
  // The page asks again as long as a delivery waits.
  await callApi(site, `ci/webhooks/${id}/test`, 'POST');
  const more = log.getByRole('button', { name: '1 new delivery' });
  await expect(more).toBeVisible();
  await expect(log.locator('[data-row]')).toHaveCount(1);
  await more.click();
  await expect(log.locator('[data-row]')).toHaveCount(2);
  await expect(more).toHaveCount(0);
});

test('a receiver that is gone turns the webhook off, and a bar on every page says so', async ({
  ownerPage,
  site,
  receiver,
}) => {
  receiver.answer = { status: 410 };
  const id = await addWebhook(site, { url: receiver.url });
  const log = await openWebhook(ownerPage, id);
  await log.getByRole('button', { name: 'Send test' }).click();
  const row = ownerPage.locator('.webhooks tr[aria-selected=true]');
  await expect(row).toContainText(/Turned off on .+: the receiver answered 410 \(gone\)/);
  await ownerPage.goto('/executions');
  const bar = ownerPage.locator('.notice-bar', { hasText: 'was turned off' });
  await bar.getByRole('link', { name: 'Open webhooks' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await callApi(site, `ci/webhooks/${id}`, 'DELETE');
});

test('a member reads the log, and may change nothing', async ({
  ownerPage,
  browser,
  site,
  receiver,
}) => {
  const id = await addWebhook(site, { url: receiver.url });
  await callApi(site, `ci/webhooks/${id}/test`, 'POST');
  const member = await pageOfNewMember(browser, { site, owner: ownerPage });
  const log = await openWebhook(member, id);
  await expect(log.locator('[data-row]')).toHaveText(['204']);
  await log.locator('[data-row]').click();
  await expect(log.getByLabel('What was sent')).toBeVisible();
  for (const name of ['Send test', 'Edit', 'Turn off', 'Delete', 'Deliver again']) {
    await expect(log.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await expect(member.getByRole('button', { name: 'Add webhook' })).toBeDisabled();
  await member.keyboard.press('r');
  await member.waitForLoadState('networkidle');
  expect(receiver.received).toHaveLength(1);
  await member.context().close();
});

test('hostile answers stay text, fit both themes and a phone, and axe finds nothing serious', async ({
  ownerPage,
  site,
  receiver,
}) => {
  const script = `<script>window.pwned = 'answer'</script><img src=x onerror="window.pwned = 'image'">`;
  const text = `\u001B[31m${script}\u202Egpj.exe`;
  receiver.answer = { status: 400, contentType: 'text/html', body: text + 'm'.repeat(100_000) };
  const description = `${script}\u202Etxt`;
  const id = await addWebhook(site, { url: `${receiver.url}?${'q'.repeat(1_000)}`, description });
  await callApi(site, `ci/webhooks/${id}/test`, 'POST');
  const log = await openWebhook(ownerPage, id);
  await expect(log.locator('[data-row]')).toHaveText(['400']);
  await log.locator('[data-row]').click();
  for (const { width, theme } of [
    { width: 1280, theme: 'light' },
    { width: 1280, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const) {
    await ownerPage.setViewportSize({ width, height: 900 });
    await ownerPage.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(log.getByLabel('What was answered')).toContainText(script);
    expect(await sidewaysScroll(ownerPage)).toBe(0);
    expect(await faultsOf(ownerPage)).toEqual([]);
    await log.getByRole('button', { name: 'Edit' }).click();
    await expect(ownerPage.getByRole('dialog')).toBeVisible();
    expect(await faultsOf(ownerPage)).toEqual([]);
    await ownerPage.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  await log.getByRole('button', { name: /^Show all [\d,]+ characters/ }).click();
  await expect(log.getByLabel('What was answered')).toContainText('m'.repeat(10_000));
  expect(await sidewaysScroll(ownerPage)).toBe(0);
  expect(await ownerPage.evaluate('window.pwned ?? null')).toBeNull();
});

test('the next 25 webhooks are one click away', async ({ ownerPage, site }) => {
  const ids: string[] = [];
  for (let at = 0; at < 26; at++) {
    ids.push(await addWebhook(site, { url: `http://127.0.0.1:9/${at}`, active: false }));
  }
  await ownerPage.goto('/settings/webhooks');
  const rows = ownerPage.locator('.webhooks .row-link');
  await expect(rows).toHaveCount(25);
  await ownerPage.getByRole('button', { name: 'Show 25 more' }).click();
  await expect(rows.filter({ hasText: /:9\/0$/ })).toBeVisible();
  // One that is on a later page opens by its address.
  await openWebhook(ownerPage, ids[0] ?? '');
  await expect(
    ownerPage.getByRole('heading', { name: 'Deliveries to http://127.0.0.1:9/0' }),
  ).toBeVisible();
  for (const id of ids) await callApi(site, `ci/webhooks/${id}`, 'DELETE');
});

test('the log of a chosen webhook scrolls into view, and stays where it is afterwards', async ({
  ownerPage,
  site,
  receiver,
}) => {
  receiver.answer = { status: 500 };
  const ids: string[] = [];
  for (let at = 0; at < 25; at++) {
    ids.push(await addWebhook(site, { url: receiver.url, description: `Channel ${at}` }));
  }
  await ownerPage.setViewportSize({ width: 1280, height: 900 });
  const title = ownerPage.getByRole('heading', { name: /^Deliveries to/ });
  const rows = ownerPage.locator('.webhooks .row-link');
  // Without a choice, the page starts at its beginning.
  await ownerPage.goto('/settings/webhooks');
  await expect(title).toBeAttached();
  await expect(title).not.toBeInViewport();
  await rows.nth(1).click();
  await expect(title).toHaveText('Deliveries to Channel 23');
  await expect(title).toBeInViewport();
  await rows.nth(2).focus();
  await expect(title).not.toBeInViewport();
  await ownerPage.keyboard.press('Enter');
  await expect(title).toHaveText('Deliveries to Channel 22');
  await expect(title).toBeInViewport();
  const log = await openWebhook(ownerPage, ids[3] ?? '');
  await expect(title).toBeInViewport();
  await log.getByRole('button', { name: 'Send test' }).click();
  await expect(log.getByRole('status')).toContainText('The test failed: 500.');
  await ownerPage.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })");
  // The page asks again while the test waits for its next attempt.
  await ownerPage.waitForResponse(/webhooks\.deliver/);
  await ownerPage.waitForLoadState('networkidle');
  expect(await ownerPage.evaluate('window.scrollY')).toBe(0);
  for (const id of ids) await callApi(site, `ci/webhooks/${id}`, 'DELETE');
});

async function openWebhook(page: Page, id: string) {
  await page.goto(`/settings/webhooks?webhook=${id}`);
  const log = page.locator('.webhook-log');
  await expect(log).toBeVisible();
  return log;
}

async function addWebhook(site: Site, input: { url: string } & Record<string, unknown>) {
  const { id } = await callApi<{ id: string }>(site, 'ci/webhooks', 'POST', {
    events: ['*'],
    ...input,
    // Deliveries of other tests would be in its log.
    branch: 'no-such-branch',
  });
  return id;
}
