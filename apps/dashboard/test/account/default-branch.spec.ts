import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { uploadExecution } from '../fixtures/upload-failures.ts';

test('the default branch of a project is chosen in the settings, and let go again', async ({
  ownerPage,
  site,
}) => {
  const project = uniqueName('a-default-branch');
  await uploadExecution(site, { project, results: [{ title: 'a', status: 'passed' }] });
  await uploadExecution(site, {
    project,
    branch: 'release/2',
    results: [{ title: 'a', status: 'passed' }],
  });
  await ownerPage.goto('/settings/projects');
  const row = ownerPage.locator('tbody tr', { hasText: project });
  const change = row.getByRole('button', { name: `Change the default branch of ${project}` });
  await change.click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog).toContainText('API keys for pull requests may not upload executions of it.');
  await dialog.getByLabel('This branch').check();
  const branch = dialog.getByLabel('Branch', { exact: true });
  await branch.fill('relase/2');
  await expect(dialog).toContainText('This is none of the offered branches.');
  await branch.fill('release/2');
  await expect(dialog).not.toContainText('none of the offered branches');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('release/2');
  await expect(row).toContainText('chosen');
  await dialog.waitFor({ state: 'hidden' });
  // Nobody may read a green tick off a branch that does not exist.
  await change.click();
  await branch.fill('relase/2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('relase/2');
  await lookAt(ownerPage, 'idle-default-branch', () => ownerPage.goto(`/?project=${project}`));
  await expect(ownerPage.locator('.attn')).toContainText(
    'The default branch relase/2 has not run for 14 days',
  );
  await ownerPage.goto('/settings/projects');
  await lookAt(ownerPage, 'default-branch', async () => {
    await ownerPage.goto('/settings/projects');
    await change.click();
    await dialog.waitFor();
  });
  await dialog.getByLabel('Automatic').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('main');
  await expect(row).not.toContainText('chosen');
});
