import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { uploadExecution, type MadeResult } from '../fixtures/upload-failures.ts';

/** Tests that cannot reach a service, each at another address. */
function refused(count: number): MadeResult[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `stores order ${at}`,
    status: 'failed',
    message: `connect ECONNREFUSED 10.0.25.${at % 200}:5432`,
  }));
}

function broken(count: number): MadeResult[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `adds ${at}`,
    status: 'failed',
    message: 'TypeError: cart is undefined',
  }));
}

const passing = (results: MadeResult[]) =>
  results.map(({ title }) => ({ title, status: 'passed' as const }));

const fine = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `is fine ${at}`, status: 'passed' as const }));

test('two causes of 434 regressions are two rows, and all tests of one are a click away', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('causes');
  const results = [...refused(400), ...broken(34)];
  const base = await uploadExecution(site, { project, hoursAgo: 3, results: passing(results) });
  const head = await uploadExecution(site, { project, hoursAgo: 2, branch: 'fix', results });
  const path = `/compare?base=${base}&head=${head}`;
  await ownerPage.goto(path);
  await expect(ownerPage.locator('h1')).toContainText('434 regressions (2 causes)', {
    timeout: 60_000,
  });
  const section = ownerPage.getByRole('region', { name: 'Regressions' });
  await expect(section.locator('tr.cause-row')).toHaveText([
    /connect ECONNREFUSED host\s*400 tests in 1 file/,
    /TypeError: cart is undefined\s*34 tests in 1 file/,
  ]);
  await expect(section.locator('tr.of-cause')).toHaveCount(2 * 6);
  await lookAt(ownerPage, 'compare-causes', () => ownerPage.goto(path));
  await section.getByRole('button', { name: 'Show all 400 tests' }).click();
  await expect(section.locator('tr.of-cause')).toHaveCount(400 + 6);

  await ownerPage.goto(`/compare?base=${head}&head=${base}`);
  const gone = ownerPage.getByRole('region', { name: 'Improvements' });
  await expect(gone.locator('tr.cause-row').first()).toContainText('400 tests in 1 file');
});

test('the gate leads with the three failures that the base does not have', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('gate causes');
  const known = refused(60);
  await uploadExecution(site, {
    project,
    hoursAgo: 3,
    results: [...known, ...passing(broken(3)), ...fine(300)],
  });
  const head = await uploadExecution(site, {
    project,
    hoursAgo: 2,
    branch: 'fix',
    pullRequest: 12,
    results: [...known, ...broken(3), ...fine(300)],
  });
  const path = `/executions/${head}?tab=gate`;
  await ownerPage.goto(path);
  const blocks = ownerPage.getByRole('region', { name: 'Blocks' });
  await expect(blocks.locator('li.cause-row')).toHaveText(
    [
      /TypeError: cart is undefined\s*3 tests in 1 file/,
      /connect ECONNREFUSED host\s*60 tests in 1 file.*All failed in #1 of main/s,
    ],
    { timeout: 60_000 },
  );
  await lookAt(ownerPage, 'gate-causes', () => ownerPage.goto(path));
  await blocks.getByRole('button', { name: 'Show all 60 failures' }).click();
  await expect(blocks.locator('li.of-cause')).toHaveCount(63);
});
