import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';
import { lookAt } from '../fixtures/look-at.ts';

const LIST = '/executions?project=web';

test('texts of a row can be selected, and only a click without a selection opens it', async ({
  ownerPage,
}) => {
  await ownerPage.goto(LIST);
  const row = ownerPage.locator('tbody tr.go').first();
  const commit = row.locator('.revision bdi.mono');
  await dragAcross(ownerPage, commit);
  expect(await selected(ownerPage)).toBe(await commit.innerText());
  await expect(ownerPage).toHaveURL(/\/executions\?project=web$/);
  await commit.click();
  await expect(ownerPage).toHaveURL(/\/executions\/[\da-f-]{36}/);
});

test('the text of a link of a row can be selected as well', async ({ ownerPage }) => {
  await ownerPage.goto('/flaky?project=web');
  const name = ownerPage.locator('main a.row-link .test-name').first();
  await dragAcross(ownerPage, name);
  expect((await selected(ownerPage)).length).toBeGreaterThan(3);
  await expect(ownerPage).toHaveURL(/\/flaky\?project=web$/);
  await name.click();
  await expect(ownerPage).toHaveURL(/\/tests\//);
});

test('a text that was selected can be dragged, and its link stays one', async ({ ownerPage }) => {
  await ownerPage.goto('/flaky?project=web');
  const link = ownerPage.locator('main a.row-link').first();
  const address = (await link.getAttribute('href')) ?? '';
  const name = link.locator('.test-name');
  await dragAcross(ownerPage, name);
  await dragAcross(ownerPage, name);
  await expect(link).toHaveAttribute('href', address);
  // A click elsewhere does not bring the focus back to it.
  await ownerPage.locator('main h1').first().click();
  await expect(link).not.toBeFocused();
});

test('a title that is no link of a whole row can be selected', async ({ ownerPage }) => {
  await ownerPage.goto('/settings/projects');
  const name = ownerPage.locator('tbody a[data-row]').first();
  await dragAcross(ownerPage, name);
  expect(await selected(ownerPage)).toBe(await name.innerText());
  await expect(ownerPage).toHaveURL(/\/settings\/projects/);
});

test('an item that needs attention opens anywhere, and its texts can be selected', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/');
  const item = ownerPage.locator('.attn > li').first();
  const title = item.locator('.ttl a');
  await dragAcross(ownerPage, title);
  expect((await selected(ownerPage)).length).toBeGreaterThan(3);
  await item.locator('.mid').click();
  await expect(ownerPage).toHaveURL(/\/(?:executions|tests)\//);
});

test('Shift extends a selection, and scripts click without modifiers', async ({ ownerPage }) => {
  await ownerPage.goto(LIST);
  await ownerPage.evaluate(
    `addEventListener('click', ({ isTrusted, ctrlKey, metaKey }) => {
      if (!isTrusted && (ctrlKey || metaKey)) document.title = 'modified';
    }, true)`,
  );
  const commits = ownerPage.locator('tbody tr.go .revision bdi.mono');
  const [tab] = await Promise.all([
    ownerPage.context().waitForEvent('page'),
    commits.first().click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.close();
  await expect(ownerPage).not.toHaveTitle('modified');
  const pages = ownerPage.context().pages().length;
  await dragAcross(ownerPage, commits.first());
  await commits.nth(1).click({ modifiers: ['Shift'] });
  expect((await selected(ownerPage)).length).toBeGreaterThan(20);
  expect(ownerPage.context().pages()).toHaveLength(pages);
  await expect(ownerPage).toHaveURL(/\/executions\?project=web$/);
});

test('a row opens by keyboard, by its empty parts, and in a new tab', async ({ ownerPage }) => {
  await ownerPage.goto(LIST);
  const row = ownerPage.locator('tbody tr.go').first();
  const address = (await row.locator('a.row-link').getAttribute('href')) ?? '';
  for (const open of [
    () => row.locator('.revision bdi.mono').click({ button: 'middle' }),
    () => row.locator('.revision bdi.mono').click({ modifiers: ['ControlOrMeta'] }),
    () => row.locator('.result-bar').click({ button: 'middle', force: true }),
  ]) {
    const [tab] = await Promise.all([ownerPage.context().waitForEvent('page'), open()]);
    expect(tab.url() === 'about:blank' || tab.url().endsWith(address)).toBe(true);
    await expect(tab).toHaveURL(new RegExp(address.replaceAll('?', '\\?')));
    await tab.close();
    await expect(ownerPage).toHaveURL(/\/executions\?project=web$/);
  }
  await row.locator('a.row-link').focus();
  await ownerPage.keyboard.press('Enter');
  await expect(ownerPage).toHaveURL(new RegExp(address.split('?')[0] ?? ''));
  await ownerPage.goBack();
  // A control of the row does what it says.
  await row.getByRole('checkbox').check();
  await expect(ownerPage).toHaveURL(/\/executions\?project=web/);
  await row.locator('.result-bar').click({ force: true });
  await expect(ownerPage).toHaveURL(new RegExp(address.split('?')[0] ?? ''));
});

test('lists look the same with texts above their links', async ({ ownerPage }) => {
  await lookAt(ownerPage, 'rows', () => ownerPage.goto(LIST));
});

async function dragAcross(page: Page, text: Locator): Promise<void> {
  const box = await text.boundingBox();
  if (box === null) throw new Error('the text is not shown');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.move(box.x + box.width - 0.5, y);
  await page.mouse.up();
}

async function selected(page: Page): Promise<string> {
  return page.evaluate<string>('document.getSelection().toString().trim()');
}
