import { config } from './fixture-project.ts';

/** A project whose tests end in every way that Playwright 1.40 to 1.65 support. No test needs a browser. */
export const OUTCOME_PROJECT: Record<string, string> = {
  'playwright.config.js': config({
    projects: [{ name: 'desk' }, { name: 'phone', testMatch: 'titles.spec.js' }],
    globalTeardown: './teardown.js',
    // Most of the run's time is spent on new workers: one after each failed test.
    workers: 2,
  }),
  'teardown.js': `module.exports = () => { throw new Error('cannot stop the shop'); };
`,
  'tests/cart.spec.js': `import { expect, test } from '@playwright/test';
test.describe('cart', () => {
  test('adds up', () => { expect(1 + 1).toBe(2); });
  test('keeps the discount', async () => {
    console.log('\\u001b[32mtotal 90\\u001b[39m');
    process.stdout.write(Buffer.from('größer\\n'));
    console.error('warning: rounding');
    expect({ total: 90 }).toEqual({ total: 100 });
  });
  test.describe('check › out', () => {
    test('tells the cause', () => {
      throw new TypeError('checkout failed', { cause: new Error('price is undefined') });
    });
  });
  test('fails softly', () => {
    expect.soft(1, 'one line').toBe(2);
    expect.soft('tea').toContain('x');
    throw new Error('and for good');
  });
  test('walks in steps', async () => {
    await test.step('open the door', async () => {
      await test.step('turn the key', async () => { expect(1).toBe(1); });
      throw new Error('it is stuck');
    });
  });
  test('takes too long', async () => { test.setTimeout(200); await new Promise(() => {}); });
  test('throws a text', () => { throw 'just a text'; });
  test('throws a thing', () => { throw { code: 7 }; });
  test('leaves a rejection behind', async () => {
    void Promise.reject(new Error('nobody caught me'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
});
`,
  'tests/marks.spec.js': `import { expect, test } from '@playwright/test';
test.skip('is skipped', () => {});
test.fixme('is to be mended', () => {});
test('skips itself', () => { test.skip(true, 'no network here'); });
test('is known to fail', () => { test.fail(true, 'issue 12'); expect(1).toBe(2); });
test('was known to fail', () => { test.fail(true, 'issue 13'); });
test('is slow and owned', async () => {
  test.slow();
  test.info().annotations.push({ type: 'owner', description: '@example/cart' });
});
test.describe('till @smoke', () => { test('opens @fast', () => {}); });
`,
  'tests/retries.spec.js': `import { test } from '@playwright/test';
test.describe.configure({ retries: 1 });
test('passes the second time', () => {
  console.log('try ' + test.info().retry);
  if (test.info().retry === 0) throw new Error('not yet');
});
test('never passes', () => { throw new Error('attempt ' + test.info().retry); });
test.describe('in series', () => {
  test.describe.configure({ mode: 'serial' });
  test('first', () => {});
  test('second', () => { if (test.info().retry === 0) throw new Error('tripped'); });
  test('third', () => {});
});
`,
  'tests/blocked.spec.js': `import { test } from '@playwright/test';
test.describe('database', () => {
  test.beforeAll(() => { throw new Error('cannot connect'); });
  test('reads', () => {});
  test('writes', () => {});
});
test.describe('files', () => {
  test.afterAll(() => { throw new Error('cannot clean up'); });
  test('opens', () => {});
});
test.describe('in series', () => {
  test.describe.configure({ mode: 'serial' });
  test('logs in', () => { throw new Error('wrong password'); });
  test('buys tea', () => {});
});
test('ends its worker', () => { process.exit(7); });
test('goes on in another', () => {});
`,
  'tests/titles.spec.js': `import { test } from '@playwright/test';
test('has the same title in both projects', () => {});
`,
};
