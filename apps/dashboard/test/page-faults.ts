import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** By how many pixels the page is wider than its window. */
export function sidewaysScroll(page: Page): Promise<number> {
  // As text, because the tests are compiled for Node.
  return page.evaluate<number>(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
}

/** What axe finds serious or critical: each rule with the element that breaks it. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
