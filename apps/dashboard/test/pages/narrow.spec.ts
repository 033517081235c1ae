import { expect, test } from '../fixtures/fixtures.ts';
import { uniqueName } from '../fixtures/unique-name.ts';
import { uploadExecution } from '../fixtures/upload-failures.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a long branch leaves the breadcrumb whole on a phone', async ({ ownerPage, site }) => {
  const branch = `${uniqueName('feature')}/${'a-very-long-name-of-a-branch-'.repeat(8)}`;
  const results = [{ title: 'passes', status: 'passed' as const }];
  const id = await uploadExecution(site, { project: uniqueName('long'), results, branch });
  await ownerPage.goto(`/executions/${id}`);
  const crumbs = ownerPage.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByText('Executions')).toBeVisible();
  const height = (await crumbs.getByText('Executions').boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThan(0);
  expect(height).toBeLessThan(24);
  expect((await crumbs.boundingBox())?.height ?? 0).toBeLessThan(28);
});

test('filters begin below the heading on a phone, and their strip fades while it can scroll', async ({
  ownerPage,
}) => {
  await ownerPage.goto('/executions');
  await ownerPage.locator('main tbody tr').first().waitFor();
  const text = await ownerPage.locator('main .head p').first().boundingBox();
  const strip = ownerPage.getByRole('group', { name: 'Filters' });
  const top = (await strip.boundingBox())?.y ?? 0;
  expect(top - ((text?.y ?? 0) + (text?.height ?? 0))).toBeLessThan(32);
  const fadeOf = () =>
    ownerPage.evaluate<string>(
      `getComputedStyle(document.querySelector('.filters')).getPropertyValue('--strip-fade')`,
    );
  await expect.poll(fadeOf).toBe('0px');
  await ownerPage.evaluate(`document.querySelector('.filters').scrollTo({ left: 10_000 })`);
  await expect.poll(fadeOf).toBe('56px');
});
