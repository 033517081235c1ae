import { config } from './fixture-project.ts';

/** A project whose tests end in every way that both Jest 29 and 30 support. */
export const OUTCOME_PROJECT: Record<string, string> = {
  'jest.config.js': config(['default', '@svc/jest-reporter'], { testLocationInResults: true }),
  'src/cart.test.js': `console.log('loading the price list');
describe('cart', () => {
  test('adds up', () => { expect(1 + 1).toBe(2); });
  test('keeps the discount', () => {
    console.log('total 90');
    console.error('warning: rounding');
    expect({ total: 90 }).toEqual({ total: 100 });
  });
  test('counts', () => { expect(2).toBe(3); });
  describe('check > out', () => {
    test('tells the cause', () => {
      throw new TypeError('checkout failed', { cause: new Error('price is undefined') });
    });
    test.each([1, 2])('takes %i items', (count) => { expect(count).toBeGreaterThan(0); });
  });
  test('takes too long', () => new Promise(() => {}), 30);
  test('twice', () => {});
  test('twice', () => { throw new Error('the second of them'); });
});
test.skip('is skipped', () => {});
test.todo('is to do');
test.failing('is known to fail', () => { expect(1).toBe(2); });
test.failing('was known to fail', () => { expect(1).toBe(1); });
test('throws no error', () => { throw 'just a text'; });
test('throws an object', () => { throw { message: 'not an Error' }; });
test('throws several', () => { throw new AggregateError([new Error('one'), new Error('two')], 'many'); });
test('throws another', () => { expect(() => { throw new Error('no'); }).toThrow('yes'); });
test('looks the same', () => { expect('a').toMatchInlineSnapshot('"b"'); });
test('is called', () => { const call = jest.fn(); call(1); expect(call).toHaveBeenCalledWith(2); });
test('leaves a rejection behind', async () => {
  void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 50));
});
`,
  'src/retries.test.js': `jest.retryTimes(2);
let tries = 0;
test('passes the second time', () => { tries++; if (tries === 1) throw new Error('not yet'); });
test('never passes', () => { tries++; throw new Error('try ' + tries); });
describe('twice', () => {
  test('same', () => {});
  test('same', () => { tries++; if (tries < 5) throw new Error('same at ' + tries); });
});
test('is in time at last', () => tries++ > 7 ? undefined : new Promise(() => {}), 30);
`,
  'src/hooks.test.js': `describe('database', () => {
  beforeAll(() => { throw new Error('cannot connect'); });
  test('reads', () => {});
  test.skip('is skipped', () => {});
});
describe('files', () => {
  afterAll(() => { throw new Error('cannot clean up'); });
  test('writes', () => {});
});
describe('queue', () => {
  beforeEach(() => { throw new Error('cannot begin'); });
  afterEach(() => { throw new Error('cannot end'); });
  test('works', () => {});
});
describe('mail', () => {
  beforeAll(() => new Promise(() => {}), 30);
  test('arrives', () => {});
});
`,
  'src/broken.test.js': `require('./missing.js');
test('is never seen', () => {});
`,
  'src/syntax.test.js': `test('is never read', () => { const = 3; });
`,
  'src/empty.test.js': `// Nothing yet.
`,
};
