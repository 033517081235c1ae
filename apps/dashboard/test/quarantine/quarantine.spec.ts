import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { pageOfNewMember } from '../fixtures/new-member.ts';
import { addEntry, ingestBroken, testIdOf } from '../fixtures/quarantined.ts';
import { FAILURES, uploadExecution } from '../fixtures/upload-failures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { testClock } from '@svc/server/test/clock.ts';

const { REAL_BUG, KNOWN_FLAKE } = FAILURES;
const ANOTHER = { ...REAL_BUG, message: 'RangeError: the cart is too long', stack: undefined };

test('a failure is quarantined from its execution: the gate passes, and it stays red', async ({
  ownerPage,
  site,
}) => {
  const id = await ingestBroken(site, uniqueName('shop'));
  await ownerPage.goto(`/executions/${id}`);
  const line = ownerPage.locator('.gate-line');
  await expect(line).toContainText('The gate fails. 1 failure blocks.', {
    timeout: 60_000,
  });
  await ownerPage.getByRole('button', { name: 'Quarantine', exact: true }).click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog).toContainText(REAL_BUG.title);
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await expect(dialog).toContainText(/This failure\. 1 time on main, 1 commit, last .+ fp2:/);
  await expect(dialog.locator('.effect')).toHaveText(
    /^The gate lets this failure pass until the end of \d+ \w+ \d{4}\. It stays red\.$/,
  );
  await expect(dialog).toContainText('The verdict on this failure is REAL_BUG.');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('SHOP-12: the rate is missing');
  await dialog.getByLabel('Owner').fill('@acme/cart');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Quarantined' })).toBeVisible();
  await expect(dialog).toContainText('Reason: SHOP-12: the rate is missing');
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(line).toContainText(
    'The gate passes. 1 failure is excused by quarantine. Nothing else blocks.',
  );
  // It failed, whatever the gate says.
  await expect(ownerPage.locator('h1 svg')).toHaveAttribute('aria-label', 'failed');
  const row = ownerPage.locator('.reslist [data-row]');
  await expect(row.locator('svg')).toHaveAttribute('aria-label', 'failed');
  await expect(row).toContainText('excused');
  const note = ownerPage.getByRole('region', { name: 'Gate' });
  await expect(note).toContainText('The gate lets this failure pass. It stays a failure.');
  await expect(note).toContainText('SHOP-12: the rate is missing · owner @acme/cart');
  await expect(ownerPage.getByRole('button', { name: 'Quarantine', exact: true })).toHaveCount(0);
  await note.getByRole('link', { name: 'Open the quarantine' }).click();
  await expect(ownerPage).toHaveURL(/\/quarantine\/[\da-f-]{36}/);
  await expect(ownerPage).toHaveTitle(/^Quarantine of .*adds the tax of every line · svc$/);
  await expect(ownerPage.locator('.entry-facts')).toContainText('@acme/cart');
});

test('another failure of a quarantined test blocks, until it is added to the entry', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('again');
  await addEntry(site, await ingestBroken(site, project), { reason: 'SHOP-13' });
  const id = await ingestBroken(site, project, ANOTHER);
  await ownerPage.goto(`/executions/${id}`);
  const line = ownerPage.locator('.gate-line');
  await expect(line).toContainText('The gate fails. 1 failure blocks.', {
    timeout: 60_000,
  });
  const note = ownerPage.getByRole('region', { name: 'Gate' });
  await expect(note).toContainText('This failure blocks, although its test is quarantined.');
  await expect(ownerPage.locator('.reslist [data-row]')).not.toContainText('excused');
  await note.getByRole('button', { name: 'Add this failure' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-13');
  await expect(dialog.locator('.effect')).toContainText('and others whose errors are all chosen');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(line).toContainText('The gate passes.');
  await expect(note).toContainText('The gate lets this failure pass.');
});

test('every failure of a test is a choice of its own, with a warning', async ({
  ownerPage,
  site,
}) => {
  const id = await ingestBroken(site, uniqueName('every'));
  await ownerPage.goto(`/executions/${id}`);
  await ownerPage.getByRole('button', { name: 'Quarantine', exact: true }).waitFor();
  await ownerPage.keyboard.press('q');
  const dialog = ownerPage.getByRole('dialog');
  const every = dialog.getByRole('checkbox', { name: 'Every failure of this test' });
  await expect(every).not.toBeChecked();
  await expect(dialog).toContainText('A real regression of this test would pass the gate, too.');
  await every.check();
  await expect(dialog.locator('.effect')).toContainText(
    'The gate lets every failure of this test pass',
  );
  await every.uncheck();
  // Without any, there is nothing to quarantine.
  await dialog.getByRole('checkbox').first().uncheck();
  await dialog.getByLabel('Reason').fill('x');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one failure.');
  await every.check();
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await dialog.getByRole('link', { name: 'Open the entry' }).click();
  await expect(ownerPage.getByRole('region', { name: 'What it excuses' })).toContainText(
    'A real regression of this test passes the gate.',
  );
});

test('an entry is edited, lifted, and then found among the ended ones', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('entry');
  const first = await ingestBroken(site, project);
  await addEntry(site, first, { reason: 'https://tracker.example/SHOP-14' });
  await ownerPage.goto(`/quarantine?project=${project}`);
  await expect(ownerPage.getByRole('heading', { level: 1 })).toHaveText(
    'Failures of 1 test are quarantined',
  );
  await ownerPage.locator('[data-row]').waitFor();
  await ownerPage.keyboard.press('j');
  await ownerPage.keyboard.press('Enter');
  await expect(ownerPage.getByRole('region', { name: 'What it excuses' })).toContainText(
    'TypeError: Cannot read properties of undefined',
  );
  const facts = ownerPage.locator('.entry-facts');
  await expect(facts.getByRole('link')).toHaveAttribute('href', 'https://tracker.example/SHOP-14');

  await ownerPage.getByRole('button', { name: 'Edit' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-14, fixed next week');
  await dialog.getByLabel('Owner').fill('Ada');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(facts).toContainText('SHOP-14, fixed next week');
  await expect(facts).toContainText('Ada');

  await ownerPage.getByRole('button', { name: 'Lift' }).click();
  await expect(dialog).toContainText('From now on these failures block again.');
  await dialog.getByRole('button', { name: 'Lift quarantine' }).click();
  await expect(ownerPage.locator('.newest-line')).toContainText(/ lifted it on .+ block again\./);
  for (const name of ['Edit', 'Lift', 'Extend']) {
    await expect(ownerPage.getByRole('button', { name })).toHaveCount(0);
  }
  await ownerPage.goto(`/quarantine?project=${project}`);
  await expect(ownerPage.locator('main')).toContainText('No failure is quarantined');
  await ownerPage.keyboard.press('2');
  await expect(ownerPage).toHaveURL(/show=ended/);
  await expect(ownerPage.locator('table.quarantine')).toContainText('lifted');
  await ownerPage.goto(`/executions/${first}`);
  await expect(ownerPage.locator('.gate-line')).toContainText('The gate fails.');
});

test('an entry lists the executions in which it excused failures, which lead to the gate', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('excusals');
  const entry = await addEntry(site, await ingestBroken(site, project), { reason: 'SHOP-18' });
  const id = await ingestBroken(site, project);
  const row = ownerPage.getByRole('region', { name: 'What it excused' }).locator('tbody tr');
  await expect(async () => {
    await ownerPage.goto(`/quarantine/${entry}`);
    await expect(row).not.toHaveCount(0, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const newest = row.filter({ has: ownerPage.locator(`a[href*="${id}"]`) });
  await expect(newest).toContainText(/#\d+main [\da-f]{7}1 fp2:/);
  // What was excused stays a failure.
  await expect(newest.locator('svg')).toHaveAttribute('aria-label', 'failed');
  await newest.getByRole('link').click();
  await expect(ownerPage).toHaveURL(new RegExp(`/executions/${id}\\?.*tab=gate`));
  await expect(ownerPage.getByRole('region', { name: 'Excused' })).toContainText('SHOP-18');
  await ownerPage.goto(`/quarantine?project=${project}`);
  await expect(ownerPage.getByRole('cell', { name: /^[12] ?just now$/ })).toBeVisible();
});

test('lists of executions say how many failures are excused, and stay red', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('listed');
  await addEntry(site, await ingestBroken(site, project), { reason: 'SHOP-20' });
  await ingestBroken(site, project);
  const newest = ownerPage.locator('main tbody tr').filter({ hasText: '#2' });
  await expect(async () => {
    await ownerPage.goto(`/executions?project=${project}`);
    await expect(newest).toContainText('1 failed, 1 excused · 31 tests', { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(newest.getByRole('img', { name: 'failed' })).toBeVisible();
  await ownerPage.goto(`/?project=${project}`);
  await expect(newest).toContainText('1 excused');
});

test('failures are quarantined from the failures, a flaky test and the list of flaky tests', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('lists');
  await ingestBroken(site, project);
  for (let hoursAgo = 0; hoursAgo < 6; hoursAgo++) {
    await ingestBroken(site, project, { ...KNOWN_FLAKE, status: 'flaky' }, { hoursAgo });
  }
  const dialog = ownerPage.getByRole('dialog');
  await untilListed(ownerPage, `/failures?project=${project}`);
  await ownerPage
    .getByRole('button', { name: /^Quarantine this failure of .*adds the tax/ })
    .click();
  await quarantine(ownerPage, 'from the failures');
  await expect(
    ownerPage.locator('table.failures').getByRole('link', { name: 'quarantined' }),
  ).toBeVisible();

  await untilListed(ownerPage, `/flaky?project=${project}`);
  await ownerPage.getByRole('button', { name: /^Quarantine failures of .*hears of/ }).click();
  // The failures of flaky runs are chosen.
  await expect(dialog.getByRole('checkbox').first()).toBeChecked();
  await expect(dialog).toContainText('6 times on main, 6 commits, last');
  await quarantine(ownerPage, 'from the flaky tests');
  const chip = ownerPage.locator('table.flaky-tests').getByRole('link', { name: 'quarantined' });
  await expect(chip).toHaveAttribute('title', /^1 failure until .+: from the flaky tests$/);
  await chip.click();
  await expect(ownerPage).toHaveURL(/\/quarantine\/[\da-f-]{36}/);
  await ownerPage.getByRole('link', { name: 'Open the test' }).click();
  await expect(
    ownerPage.locator('.newest-line').getByRole('link', { name: 'quarantined' }),
  ).toBeVisible();
  await expect(
    ownerPage
      .getByRole('region', { name: 'How it fails' })
      .getByRole('link', { name: 'quarantined' }),
  ).toBeVisible();
});

test('a failure that several tests share is marked as quarantined in the test of its row only', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('shared');
  const passing = Array.from({ length: 30 }, (_, at) => ({
    title: `passes ${at}`,
    status: 'passed' as const,
  }));
  const results = [REAL_BUG, { ...REAL_BUG, title: 'adds no tax abroad' }, ...passing];
  await uploadExecution(site, { project, results });
  await untilListed(ownerPage, `/failures?project=${project}`);
  const row = ownerPage.locator('table.failures tbody tr');
  await expect(row).toContainText('2 tests');
  await row.getByRole('button', { name: /^Quarantine this failure of/ }).click();
  await expect(ownerPage.getByRole('dialog')).toContainText('1 other test has the same failure.');
  await quarantine(ownerPage, 'of one test');
  const chip = row.getByRole('link', { name: /quarantined/ });
  await expect(chip).toHaveText('quarantined in this test');
  await expect(chip).toHaveAttribute(
    'title',
    /: of one test\. 1 other test has the same failure\.$/,
  );
});

test('the key of the quarantine is named where it opens the form', async ({ ownerPage, site }) => {
  const project = uniqueName('hint');
  const id = await ingestBroken(site, project);
  const hint = ownerPage.locator('.keys > span', { hasText: /^q quarantine$/ });
  for (const path of [`/executions/${id}`, `/tests/${await testIdOf(site, id)}`]) {
    await ownerPage.goto(path);
    await expect(hint).toBeVisible();
  }
  await addEntry(site, id, { reason: 'SHOP-23' });
  for (const path of [`/executions/${id}`, `/tests/${await testIdOf(site, id)}`]) {
    await ownerPage.goto(path);
    await expect(ownerPage.locator('main a[href^="/quarantine/"]').first()).toBeVisible();
    await expect(hint).toBeHidden();
  }
});

test('a run of a test that the gate excuses stays red, and says so', async ({
  ownerPage,
  site,
}) => {
  const id = await ingestBroken(site, uniqueName('runs'));
  await addEntry(site, id, { reason: 'SHOP-15' });
  await ownerPage.goto(`/tests/${await testIdOf(site, id)}`);
  const row = ownerPage.locator('table.runs tbody tr');
  await expect(row).toContainText('failed');
  await expect(row).toContainText('excused');
});

test('a comparison marks a regression that the gate excuses', async ({ ownerPage, site }) => {
  const project = uniqueName('compared');
  const base = await ingestBroken(site, project, { title: REAL_BUG.title, status: 'passed' });
  const head = await ingestBroken(site, project);
  await addEntry(site, head, { reason: 'SHOP-19' });
  await ownerPage.goto(`/compare?base=${base}&head=${head}`);
  const row = ownerPage.locator('#regressions tbody tr');
  await expect(row).toContainText(REAL_BUG.title);
  await expect(row).toContainText('excused');
});

test('an entry that has expired says so, and is extended', async ({ ownerPage, site }) => {
  const id = await ingestBroken(site, uniqueName('expired'));
  const entry = await addEntry(site, id, {
    reason: 'SHOP-22',
    expiresAt: new Date(testClock.now().getTime() + 2_000).toISOString(),
  });
  await expect(async () => {
    await ownerPage.goto(`/quarantine/${entry}`);
    await expect(ownerPage.locator('.newest-line')).toContainText(/^expired/, { timeout: 3_000 });
  }).toPass();
  await expect(ownerPage.locator('.newest-line')).toContainText('These failures block again.');
  await expect(ownerPage.getByRole('button', { name: 'Lift' })).toHaveCount(0);
  await ownerPage.getByRole('button', { name: 'Extend' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog.locator('.effect')).toContainText(/until the end of .+\. They stay red\.$/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(ownerPage.locator('.newest-line')).toContainText(/^active/);
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.gate-line')).toContainText('The gate passes.', {
    timeout: 60_000,
  });
});

test('a member reads the quarantine, and may change nothing', async ({
  ownerPage,
  browser,
  site,
}) => {
  const project = uniqueName('member');
  const id = await ingestBroken(site, project);
  const other = await ingestBroken(site, `${project}-other`);
  const entry = await addEntry(site, id, { reason: 'SHOP-16' });
  const member = await pageOfNewMember(browser, { site, owner: ownerPage });
  await member.goto(`/quarantine/${entry}`);
  await expect(member.locator('.entry-facts')).toContainText('SHOP-16');
  for (const name of ['Edit', 'Lift']) {
    await expect(member.getByRole('button', { name })).toBeDisabled();
    await expect(member.getByRole('button', { name })).toHaveAttribute('title', /Only admins/);
  }
  await member.goto(`/executions/${other}`);
  const button = member.getByRole('button', { name: 'Quarantine', exact: true });
  await expect(button).toBeDisabled();
  await expect(member.locator('.keys')).toContainText('compare');
  await expect(member.locator('.keys > span', { hasText: /^q quarantine$/ })).toBeHidden();
  await member.keyboard.press('q');
  await expect(member.getByRole('dialog')).toHaveCount(0);
  await member.goto('/failures');
  await expect(member.locator('main [data-row]').first()).toBeVisible();
  await expect(member.getByRole('button', { name: /^Quarantine/ })).toHaveCount(0);
  await member.goto('/settings/gate');
  await expect(member.getByRole('checkbox', { name: 'Excuse known flakes' })).toBeDisabled();
  await expect(member.locator('main')).toContainText('Only admins and owners');
  await member.context().close();
});

test('a quarantine that cannot be saved says why, and keeps what was typed', async ({
  page,
  site,
}) => {
  const id = await ingestBroken(site, uniqueName('refused'));
  await signIn(page, site);
  await page.goto(`/executions/${id}`);
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-17');
  await page.route('**/trpc/quarantine.add*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No connection to the server.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('SHOP-17');
  await page.unroute('**/trpc/quarantine.add*');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await expect(page.getByRole('heading', { name: 'Quarantined' })).toBeVisible();
});

test('the command menu and the keys lead to the quarantine', async ({ ownerPage }) => {
  await untilListed(ownerPage, '/executions');
  await ownerPage.keyboard.press('Control+k');
  await ownerPage.getByRole('combobox', { name: 'Go to' }).fill('quara');
  await ownerPage.getByRole('option', { name: 'Quarantine' }).click();
  await expect(ownerPage).toHaveURL(/\/quarantine$/);
  await untilListed(ownerPage, '/executions');
  await ownerPage.keyboard.press('g');
  await ownerPage.keyboard.press('q');
  await expect(ownerPage).toHaveURL(/\/quarantine$/);
  await expect(ownerPage).toHaveTitle('Quarantine · svc');
  await ownerPage.goto('/quarantine/0198a0a0-0000-7000-8000-000000000001');
  await expect(ownerPage.locator('main')).toContainText('There is no such entry');
});

test('the pages of the quarantine look right with hostile texts, and axe finds nothing serious', async ({
  ownerPage,
  site,
}) => {
  const script = `<img src=x onerror="window.pwned = 'quarantine'">`;
  const project = `looks-${testClock.now().getTime()}-of-a-long-name`;
  const id = await ingestBroken(site, project);
  const entry = await addEntry(site, id, {
    reason: `${script}\u202Etxt\u0007 ${'r'.repeat(800)}`,
    owner: `${script}${'o'.repeat(100)}`,
    expiresAt: new Date(testClock.now().getTime() + 2 * 86_400_000).toISOString(),
  });
  const plain = await addEntry(
    site,
    await ingestBroken(site, project, { ...ANOTHER, title: 'plain' }),
    {
      reason: 'The rate is missing, https://tracker.example/SHOP-12',
      owner: '@acme/cart',
    },
  );
  await lookAt(ownerPage, 'quarantine', () => ownerPage.goto(`/quarantine?project=${project}`));
  await lookAt(ownerPage, 'quarantine-empty', () => ownerPage.goto('/quarantine?project=nothing'));
  await lookAt(ownerPage, 'quarantine-ended', () =>
    ownerPage.goto(`/quarantine?project=${project}&show=ended`),
  );
  await lookAt(ownerPage, 'quarantine-entry', () => ownerPage.goto(`/quarantine/${entry}`));
  await lookAt(ownerPage, 'quarantine-entry-plain', () => ownerPage.goto(`/quarantine/${plain}`));
  await lookAt(ownerPage, 'quarantine-edit', async () => {
    await ownerPage.goto(`/quarantine/${entry}`);
    await ownerPage.getByRole('button', { name: 'Edit' }).click();
    await expect(ownerPage.getByRole('dialog')).toContainText('1 time');
  });
  expect(await ownerPage.evaluate('window.pwned ?? null')).toBeNull();
});

/** Opens a list once it has its first row: lists are derived from results a moment later. */
async function untilListed(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.locator('main [data-row]').first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

async function quarantine(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}
