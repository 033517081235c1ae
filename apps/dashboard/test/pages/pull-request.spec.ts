import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { FAILURES, uploadExecution } from '../fixtures/upload-failures.ts';

const pass = ({ title }: { title: string }) => ({ title, status: 'passed' as const });

const COMMIT = 'c0ffee'.repeat(7).slice(0, 40);

test('the page of a pull request says what is new in it, and which suite has no answer', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('pr');
  const { REAL_BUG, HEALABLE, INFRA } = FAILURES;
  const passing = Array.from({ length: 30 }, (_, at) => ({
    title: `passes ${at}`,
    status: 'passed' as const,
  }));
  await uploadExecution(site, {
    project,
    hoursAgo: 9,
    workflow: 'unit',
    results: [INFRA, pass(REAL_BUG), pass(HEALABLE), ...passing],
  });
  const change = { project, branch: 'fix/coupons', pullRequest: 112 };
  await uploadExecution(site, { ...change, hoursAgo: 8, workflow: 'browser', results: passing });
  const unit = await uploadExecution(site, {
    ...change,
    commit: COMMIT,
    hoursAgo: 2,
    workflow: 'unit',
    results: [REAL_BUG, HEALABLE, INFRA, ...passing],
  });

  await ownerPage.goto(`/executions/${unit}`);
  await ownerPage.getByRole('link', { name: 'PR 112' }).click();
  await expect(ownerPage).toHaveURL(`/projects/${project}/pull-requests/112`);
  await expect(ownerPage.locator('h1')).toHaveText(
    'PR 112 fails the gate: 2 new failures, and 1 that main has, too',
    { timeout: 60_000 },
  );
  const suites = ownerPage.getByRole('region', { name: 'Suites' });
  await expect(suites.getByRole('list', { name: 'New' }).getByRole('link')).toHaveText([
    `cart › ${REAL_BUG.title}`,
    `cart › ${HEALABLE.title}`,
  ]);
  await expect(suites).toContainText('It has not run at c0ffeec.');
  await expect(ownerPage.getByRole('row').filter({ hasText: 'fix: fix/coupons' })).toHaveCount(2);
  await lookAt(ownerPage, 'pull-request', () =>
    ownerPage.goto(`/projects/${project}/pull-requests/112`),
  );
  await ownerPage.getByRole('link', { name: 'Compare with main' }).first().click();
  await expect(ownerPage.locator('h1').first()).toContainText('2 regressions');
});

test('search finds a pull request, by number and by author', async ({ ownerPage, site }) => {
  const project = uniqueName('found');
  await uploadExecution(site, {
    project,
    branch: 'fix/found',
    pullRequest: 8_112,
    results: [{ title: 'adds', status: 'passed' }],
  });
  await ownerPage.goto('/');
  await ownerPage.getByRole('button', { name: 'Go to' }).click();
  await ownerPage.getByRole('combobox', { name: 'Go to' }).fill('PR 8112');
  await ownerPage.getByRole('option', { name: `PR 8112 ${project}` }).click();
  await expect(ownerPage.locator('h1')).toContainText('PR 8112');
  await ownerPage.goto(`/executions?project=${project}&search=ana+ejemplo`);
  await expect(ownerPage.getByRole('row').filter({ hasText: 'fix/found' })).toHaveCount(1);
});

test('what is typed before the menu is there reaches the menu', async ({ ownerPage }) => {
  await ownerPage.goto('/executions');
  await expect(ownerPage.getByRole('table')).toBeVisible();
  await ownerPage.route('**/command-menu*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  await ownerPage.keyboard.press('Control+k');
  await ownerPage.keyboard.type('112');
  await expect(ownerPage.getByRole('combobox', { name: 'Go to' })).toHaveValue('112');
  await expect(ownerPage).toHaveURL(/\/executions$/);
});

test('the page of an unknown pull request says that no execution names it', async ({
  ownerPage,
}) => {
  for (const number of ['999999', '0', 'x', '1e99']) {
    await ownerPage.goto(`/projects/web/pull-requests/${number}`);
    await expect(ownerPage.getByRole('heading', { level: 1 })).toHaveText(
      `No execution of web names PR ${number}`,
    );
  }
  await lookAt(ownerPage, 'pull-request-unknown', async () => undefined);
});

test('a project with a slash has pull requests, too', async ({ ownerPage, site }) => {
  const project = `acme/${uniqueName('shop')}`;
  await uploadExecution(site, {
    project,
    branch: 'fix',
    pullRequest: 5,
    results: [{ title: 'adds', status: 'passed' }],
  });
  await ownerPage.goto(`/executions?project=${encodeURIComponent(project)}`);
  await ownerPage.getByRole('link', { name: 'PR 5' }).click();
  await expect(ownerPage.locator('h1')).toContainText('PR 5');
  await ownerPage.reload();
  await expect(ownerPage.locator('h1')).toContainText('PR 5 passes the gate: 1 suite', {
    timeout: 60_000,
  });
});
