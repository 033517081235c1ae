import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { FAILURES, uploadExecution, type MadeResult } from '../fixtures/upload-failures.ts';

const LOCAL_NOTE = 'No run from CI yet: local runs are shown.';
const results: MadeResult[] = [
  FAILURES.REAL_BUG,
  { title: 'passes on retry', status: 'flaky', message: 'Error: not yet' },
  { title: 'passes', status: 'passed' },
];

test('the overview of one local run with uncommitted changes says the same in every box', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('first');
  await uploadExecution(site, { project, results, isLocal: true, isDirty: true });
  await lookAt(ownerPage, 'overview-first', () => ownerPage.goto(`/?project=${project}`));
  const main = ownerPage.locator('main');
  await expect(main).toContainText(LOCAL_NOTE);
  await expect(main).toContainText('The newest execution of main failed, with uncommitted changes');
  await expect(main).toContainText('1 of 3 tests failed in #1');
  await expect(main).toContainText('Nothing can be judged yet');
  await expect(main).toContainText(`#1 of ${project} failed, with uncommitted changes.`);
  await expect(main).toContainText('0.0 %0 of 1');
  // One day is a sentence, and no empty chart.
  await expect(main).toContainText('the only day with an execution');
  await expect(main.getByRole('application', { name: /^Average time/ })).toHaveCount(0);
  await expect(main).toContainText('No test has enough runs for a rate');
  await expect(main).not.toContainText('none is failing');
  await expect(main).not.toContainText('No test is flaky');
  for (const path of ['executions', 'failures']) {
    await ownerPage.goto(`/${path}?project=${project}`);
    await expect(main).toContainText(LOCAL_NOTE);
    await expect(main.locator('tbody tr.go')).toHaveCount(1);
  }
});

test('the overview of all projects counts local runs only of a project without CI, and names it', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('local');
  await uploadExecution(site, { project, results, isLocal: true });
  await uploadExecution(site, { project: 'web', results, isLocal: true, branch: 'of-my-machine' });
  await ownerPage.goto('/?days=1');
  const main = ownerPage.locator('main');
  await expect(main).toContainText(/No run from CI yet of .*: local runs are shown\./);
  await expect(async () => {
    // The server is a moment behind, and other tests have left more than the list shows at first.
    await ownerPage.reload();
    await expect(main.locator('.attn')).toBeVisible();
    const more = main.getByRole('button', { name: /^Show \d+ more$/ });
    if ((await more.count()) > 0) await more.first().click();
    await expect(main.locator('.attn')).toContainText(project, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const row = main.locator('tbody tr').filter({ hasText: project });
  await expect(row).toContainText('local');
  await ownerPage.goto('/executions?days=1');
  await expect(main.locator('tbody tr').filter({ hasText: project })).toHaveCount(1);
  await expect(main).not.toContainText('of-my-machine');
  // Asked for, they are there.
  await ownerPage.goto('/executions?days=1&source=all');
  await expect(main).toContainText('of-my-machine');
});

test('the chart of the executions shows what the search box finds', async ({ ownerPage, site }) => {
  const branch = uniqueName('searched');
  await uploadExecution(site, { project: uniqueName('charted'), results, branch });
  await ownerPage.goto(`/executions?search=${branch}`);
  await expect(ownerPage.getByRole('application', { name: /^1 executions in/ })).toBeVisible();
  await expect(ownerPage.getByRole('heading', { level: 1 })).toHaveText('The one execution failed');
});

test('arrow keys walk a chart, and Enter chooses a day', async ({ ownerPage }) => {
  await ownerPage.goto('/?project=web');
  const chart = ownerPage.getByRole('application', { name: /executions in \d+ bars/ });
  await chart.focus();
  await chart.press('End');
  const tip = ownerPage.locator('.executions-chart .chart-tip');
  await expect(tip).toContainText('today');
  for (let step = 0; step < 30 && !(await tip.textContent())?.includes('Click'); step += 1) {
    await chart.press('ArrowLeft');
  }
  await chart.press('Escape');
  await expect(tip).toHaveCount(0);
  await chart.press('End');
  for (let step = 0; step < 30 && !(await tip.textContent())?.includes('Click'); step += 1) {
    await chart.press('ArrowLeft');
  }
  await chart.press('Enter');
  await expect(ownerPage).toHaveURL(/\/executions\?.*from=/);
});

test('two ticked executions are compared next to their checkboxes', async ({ ownerPage }) => {
  await ownerPage.goto('/executions');
  const boxes = ownerPage.getByRole('checkbox', { name: /^Select web #\d+ to compare$/ });
  await expect(boxes.nth(1)).toBeVisible();
  // The last two, because other tests leave executions of their projects above.
  const last = (await boxes.count()) - 1;
  await boxes.nth(last - 1).check();
  await expect(ownerPage.getByRole('group', { name: 'Compare' })).toContainText(
    /web #\d+ is ticked/,
  );
  await boxes.nth(last).check();
  const link = ownerPage.getByRole('link', { name: /^Compare web #\d+ with web #\d+$/ });
  await expect(link).toBeInViewport();
  await ownerPage.getByRole('button', { name: 'Clear' }).click();
  await expect(link).toHaveCount(0);
});
