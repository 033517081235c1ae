import { makeUpload } from '@svc/server/test/make.ts';
import { expect, signIn, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';
import { uniqueName } from '../fixtures/unique-name.ts';

test('a key for pull requests is bound to the project of the page, without the base branch', async ({
  ownerPage,
  site,
}) => {
  const name = uniqueName('pull requests of web');
  const dialog = ownerPage.getByRole('dialog');
  const web = dialog.getByRole('checkbox', { name: 'web', exact: true });
  const open = async () => {
    await ownerPage.goto('/settings/api-keys?project=web');
    await ownerPage.getByRole('button', { name: 'Create key' }).click();
    await expect(web).not.toBeChecked();
    await dialog.getByRole('radio', { name: /^Upload for pull requests/ }).check();
    await expect(web).toBeChecked();
  };
  await lookAt(ownerPage, 'create-key-pull-requests', open);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Only these branches').fill('!old/*');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.locator('.secret code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();

  const row = ownerPage.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('only project web, not branches old/*, not the base branch');
  await lookAt(ownerPage, 'bound-keys', () => ownerPage.goto('/settings/api-keys'));

  const send = async (project: string, branch: string) => {
    const data = makeUpload({ execution: { project, git: { branch, baseBranch: 'main' } } });
    const headers = { authorization: `Bearer ${key}` };
    const answer = await ownerPage.request.post(`${site.url}/api/ingest`, { data, headers });
    return answer.status();
  };
  expect([
    await send('web', 'fix'),
    await send('web', 'old/fix'),
    await send(uniqueName('other'), 'fix'),
  ]).toEqual([200, 403, 403]);
});

test('a project that was proposed can be taken out, and a full key has no bounds', async ({
  page,
  site,
}) => {
  await signIn(page, site);
  await page.goto('/settings/api-keys?project=web');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const web = dialog.getByRole('checkbox', { name: 'web', exact: true });
  await dialog.getByRole('radio', { name: /^Upload for pull requests/ }).check();
  await web.uncheck();
  await dialog.getByRole('radio', { name: /^Read and upload/ }).check();
  await expect(web).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Upload for pull requests/ }).check();
  await expect(web).not.toBeChecked();
  const name = uniqueName('pull requests of all');
  await dialog.getByLabel('Name').fill(name);
  // The field shows why the server refuses a pattern.
  const branches = dialog.getByLabel('Only these branches');
  await branches.fill('!old/* !');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Expected a branch or a pattern');
  await branches.fill('');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.locator('.sub').nth(1)).toHaveText('not the base branch');
});
