import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { addEntry, ingestBroken } from '../fixtures/quarantined.ts';
import { FAILURES, uploadExecution } from '../fixtures/upload-failures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { testClock } from '@svc/server/test/clock.ts';

test('the tab of the gate says what blocks and what is excused, and why', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('gate');
  const { REAL_BUG, HEALABLE } = FAILURES;
  await addEntry(site, await ingestBroken(site, project), {
    reason: 'SHOP-20',
    owner: '@acme/cart',
    expiresAt: new Date(testClock.now().getTime() + 2 * 86_400_000).toISOString(),
  });
  const passing = Array.from({ length: 30 }, (_, at) => ({
    title: `passes ${at}`,
    status: 'passed' as const,
  }));
  const id = await uploadExecution(site, {
    project,
    results: [REAL_BUG, HEALABLE, ...passing],
    errors: [{ message: 'The server of the tests ended early' }],
  });
  await ownerPage.goto(`/executions/${id}`);
  const line = ownerPage.locator('.gate-line');
  await expect(line).toContainText('The gate fails. 2 problems block. 1 failure is excused.', {
    timeout: 60_000,
  });
  await expect(line).toContainText('1 quarantine ends within 3 days.');
  await line.getByRole('link', { name: 'Show why' }).click();
  await expect(ownerPage).toHaveURL(/tab=gate/);
  // The tab is why.
  await expect(line.getByRole('link')).toHaveCount(0);
  const blocks = ownerPage.getByRole('region', { name: 'Blocks' });
  await expect(blocks.getByRole('listitem')).toHaveCount(2);
  await expect(blocks).toContainText('Error of the run');
  await expect(blocks).toContainText(HEALABLE.title);
  const excused = ownerPage.getByRole('region', { name: 'Excused' });
  await expect(excused.getByRole('listitem')).toHaveCount(1);
  await expect(excused).toContainText(REAL_BUG.title);
  await expect(excused).toContainText('SHOP-20 · owner @acme/cart');
  // It is excused, and red.
  await expect(excused.locator('svg').first()).toHaveAttribute('aria-label', 'failed');
  await expect(ownerPage.getByRole('list', { name: 'Ends soon' })).toContainText(
    /The quarantine of .+ ends in 2 d\. Then these failures block\./,
  );
  await lookAt(ownerPage, 'execution-gate', () => ownerPage.goto(`/executions/${id}?tab=gate`));
  await lookAt(ownerPage, 'execution-excused', async () => {
    await ownerPage.goto(`/executions/${id}`);
    await ownerPage.locator('.reslist [data-row]', { hasText: REAL_BUG.title }).click();
    await expect(ownerPage.getByRole('region', { name: 'Gate' })).toBeVisible();
  });
  await lookAt(ownerPage, 'quarantine-form', async () => {
    await ownerPage.goto(`/executions/${id}`);
    await ownerPage.locator('.reslist [data-row]', { hasText: HEALABLE.title }).click();
    await ownerPage.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await expect(ownerPage.getByRole('dialog')).toContainText('1 time');
  });

  await blocks.page().goto(`/executions/${id}?tab=gate`);
  await blocks.getByRole('button', { name: 'Quarantine' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('SHOP-21');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await lookAt(ownerPage, 'quarantine-created', async () => undefined);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(blocks.getByRole('listitem')).toHaveCount(1);
  await expect(excused.getByRole('listitem')).toHaveCount(2);
});

test('the form chooses every error of a failure, and says what one alone would do', async ({
  ownerPage,
  site,
}) => {
  const failing = { ...FAILURES.KNOWN_FLAKE, furtherMessage: 'Error: the database is locked' };
  const id = await ingestBroken(site, uniqueName('two-errors'), failing);
  const dialog = ownerPage.getByRole('dialog');
  await lookAt(ownerPage, 'quarantine-two-errors', async () => {
    await ownerPage.goto(`/executions/${id}?tab=gate`);
    await ownerPage.getByRole('button', { name: 'Quarantine' }).click();
    await expect(dialog).toContainText('Another error of this failure.');
  });
  const effect = dialog.locator('.effect');
  await expect(dialog.locator('.choice input:checked')).toHaveCount(2);
  await expect(effect).toContainText('The gate lets this failure pass');
  const other = dialog.locator('.choice').filter({ hasText: 'the database is locked' });
  await other.getByRole('checkbox').uncheck();
  await expect(effect).toContainText('does not let this failure pass: 1 of its errors is');
  await dialog.getByLabel('Reason').fill('SHOP-22');
  await dialog.getByRole('button', { name: 'Quarantine' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  // The note at the failure adds the error that is missing.
  const blocks = ownerPage.getByRole('region', { name: 'Blocks' });
  await expect(blocks).toContainText('not for every error of this failure');
  await blocks.getByRole('link', { name: failing.title }).click();
  const note = ownerPage.getByRole('region', { name: 'Gate' });
  await expect(note).toContainText('This failure blocks, although its test is quarantined.');
  await note.getByRole('button').click();
  await expect(dialog.locator('.choice input:checked')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('The gate lets this failure pass.', { timeout: 60_000 });
});

test('the results are shown before the gate has answered', async ({ ownerPage, site }) => {
  const id = await ingestBroken(site, uniqueName('slow-gate'));
  const held = Promise.withResolvers<void>();
  await ownerPage.route('**/trpc/gate.get*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await ownerPage.goto(`/executions/${id}`);
  await expect(ownerPage.locator('.reslist [data-row]')).toHaveCount(1);
  await expect(ownerPage.locator('.errmsg')).toBeVisible();
  const line = ownerPage.locator('.gate-line');
  await expect(line).toHaveText('Asking the gate …');
  const tabs = ownerPage.getByRole('navigation', { name: 'Results by status' });
  const before = await tabs.boundingBox();
  held.resolve();
  await expect(line).toContainText('The gate fails.', { timeout: 60_000 });
  // The answer moves nothing.
  expect((await tabs.boundingBox())?.y).toBe(before?.y);
});

test('an execution that misses shards is undecided or blocked, and one that passed says nothing', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('undecided');
  const running = await uploadExecution(site, {
    project,
    results: [{ title: 'passes', status: 'passed' }],
    shards: 2,
  });
  await ownerPage.goto(`/executions/${running}`);
  await expect(ownerPage.locator('.gate-line')).toContainText('The gate is undecided.');
  await lookAt(ownerPage, 'execution-gate-undecided', () =>
    ownerPage.goto(`/executions/${running}?tab=gate`),
  );
  const passed = await uploadExecution(site, {
    project,
    results: [{ title: 'passes', status: 'passed' }],
  });
  await ownerPage.goto(`/executions/${passed}?tab=gate`);
  await expect(ownerPage.getByRole('region', { name: 'The gate' })).toContainText(
    'The gate passes',
    { timeout: 60_000 },
  );
  await expect(ownerPage.locator('.gate-line')).toHaveCount(0);
});

test('a mass failure offers no quarantine, which cannot help, and lists its failures below their cause', async ({
  ownerPage,
  site,
}) => {
  const results = Array.from({ length: 130 }, (_, at) => ({
    title: `breaks ${at}`,
    status: 'failed' as const,
    message: 'connect ECONNREFUSED 127.0.0.1:5432',
  }));
  const id = await uploadExecution(site, { project: uniqueName('mass'), results });
  await ownerPage.goto(`/executions/${id}?tab=gate`);
  const blocks = ownerPage.getByRole('region', { name: 'Blocks' });
  await expect(blocks).toContainText('130 failures', { timeout: 60_000 });
  await expect(blocks.getByRole('listitem').first()).toContainText('Mass failure');
  await expect(blocks).toContainText('130 tests in 1 file');
  await expect(blocks.getByRole('button')).toHaveText(['Show all 130 failures']);
  await blocks.getByRole('button').click();
  await expect(blocks).toContainText('breaks 129');
  await expect(blocks.getByRole('button')).toHaveCount(0);
  await lookAt(ownerPage, 'execution-gate-mass', () =>
    ownerPage.goto(`/executions/${id}?tab=gate`),
  );
});

test('admins let the gate excuse known flakes, and the page says that it does', async ({
  ownerPage,
  site,
}) => {
  const id = await ingestBroken(site, uniqueName('flakes'));
  await lookAt(ownerPage, 'settings-gate', () => ownerPage.goto('/settings/gate'));
  const choice = ownerPage.getByRole('checkbox', { name: 'Excuse known flakes' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(ownerPage.getByText('Saved.')).toBeVisible();
  await ownerPage.reload();
  await expect(choice).toBeChecked();
  await ownerPage.goto(`/executions/${id}?tab=gate`);
  await expect(ownerPage.getByRole('region', { name: 'The gate' })).toContainText(
    'Known flakes are excused, too, if their verdict is at least 90 % sure.',
  );
  await ownerPage.getByRole('link', { name: 'Gate settings' }).click();
  await choice.uncheck();
  await expect(ownerPage.getByText('Saved.')).toBeVisible();
});

test('a renamed test says which entry is for its old title', async ({ ownerPage, site }) => {
  const project = uniqueName('renamed');
  const entryId = await addEntry(site, await ingestBroken(site, project), { reason: 'SHOP-21' });
  const renamed = { ...FAILURES.REAL_BUG, title: 'adds the tax of each line' };
  const id = await ingestBroken(site, project, renamed);
  await ownerPage.goto(`/executions/${id}?tab=gate`);
  const blocks = ownerPage.getByRole('region', { name: 'Blocks' });
  await expect(blocks).toContainText('did not run: this may be the same test, moved or renamed.', {
    timeout: 60_000,
  });
  await expect(blocks.getByRole('button', { name: 'Quarantine' })).toBeVisible();
  await blocks.getByRole('link', { name: renamed.title }).click();
  const note = ownerPage.getByRole('region', { name: 'Gate' });
  await expect(note).toContainText('This failure blocks.');
  await ownerPage.goto(`/executions/${id}?tab=gate`);
  await blocks.getByRole('link', { name: 'Quarantine of that test' }).click();
  await expect(ownerPage).toHaveURL(new RegExp(`/quarantine/${entryId}`));
});
