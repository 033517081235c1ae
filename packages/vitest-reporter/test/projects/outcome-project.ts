import { config } from './fixture-project.ts';
import { ODD_TESTS } from './odd-tests.ts';

/** A project whose tests end in every way that Vitest 3, 4 and 5 support. */
export const OUTCOME_PROJECT: Record<string, string> = {
  'vitest.config.js': config(['default', '@svc/vitest-reporter'], { tags: [{ name: 'slow' }] }),
  'src/odd.test.js': ODD_TESTS,
  'src/empty.test.js': '// Nothing yet.\n',
  'src/cart.test.js': `import { afterEach, describe, expect, test } from 'vitest';
console.log('loading the price list');
let flaky = 0;
let stubborn = 0;
describe('cart', () => {
  test('adds up', () => { expect(1 + 1).toBe(2); });
  test('keeps the discount', () => {
    console.log('total 90');
    console.error('warning: rounding');
    expect({ total: 90 }).toEqual({ total: 100 });
  });
  describe('check > out', () => {
    test('tells the cause', () => {
      throw new TypeError('checkout failed', { cause: new Error('price is undefined') });
    });
    test.each([1, 2])('takes %i items', (count) => { expect(count).toBeGreaterThan(0); });
  });
  test('passes the second time', { retry: 2 }, async () => {
    flaky++;
    console.log('try ' + flaky);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (flaky === 1) throw new Error('not yet');
  });
  test('never passes', { retry: 1 }, () => { stubborn++; throw new Error('attempt ' + stubborn); });
  test('takes too long', { timeout: 30 }, () => new Promise(() => {}));
  test('twice', () => {});
  test('twice', () => {});
});
test.skip('is skipped', () => {});
test.todo('is to do');
test('skips itself', (context) => { context.skip('no network here'); });
test.fails('is known to fail', () => { expect(1).toBe(2); });
test.fails('was known to fail', () => { expect(1).toBe(1); });
test('throws no error', () => { throw 'just a text'; });
test('annotates', async ({ annotate }) => { await annotate('@example/cart', 'owner'); });
`,
  'src/hooks.test.js': `import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
describe('database', () => {
  beforeAll(() => { throw new Error('cannot connect'); });
  test('reads', () => {});
});
describe('files', () => {
  afterAll(() => { throw new Error('cannot clean up'); });
  test('writes', () => {});
  test('skips itself', (context) => { context.skip(); });
});
describe('users', () => {
  beforeEach(() => { throw new Error('cannot sign in'); });
  afterEach(() => { throw new Error('cannot sign out'); });
  test('orders', () => {});
});
describe('slow hooks', () => {
  beforeEach(() => new Promise(() => {}), 30);
  test('waits', () => {});
});
`,
  'src/broken.test.js': `import './missing.js';
import { test } from 'vitest';
test('is never seen', () => {});
`,
  'src/unhandled.test.js': `import { test } from 'vitest';
test('leaves a rejection behind', async () => {
  void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});
`,
};
