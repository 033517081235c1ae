/** Tests that end in ways that reporters have handled wrongly. */
export const ODD_TESTS = `import { describe, expect, test } from 'vitest';
test('compares what refers to itself', () => {
  const order = { total: 1n };
  order.self = order;
  expect(order).toEqual({ total: 2n });
});
test('throws an object', () => { throw { code: 1n }; });
test('throws what refers to itself', () => { const thrown = {}; thrown.self = thrown; throw thrown; });
test('throws nothing', () => { throw null; });
test('has a text for a cause', () => { throw new Error('no price', { cause: 'a text' }); });
test('throws several', () => {
  throw new AggregateError([new Error('one'), new TypeError('two')], 'both');
});
test('fails softly twice', { retry: 1 }, () => {
  expect.soft(1).toBe(2);
  expect.soft('a').toBe('b');
});
let count = 0;
test('fails in one of its repeats', { repeats: 2 }, async () => {
  count++;
  console.log('repeat ' + count);
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (count === 2) throw new Error('second');
});
test('passes in all its repeats', { repeats: 1 }, () => {});
test.for([[1, 2], [2, 3]])('adds one to %i for %i', ([from, to]) => { expect(from + 1).toBe(to); });
test('is \\u001b[31mred\\u001b[0m\\nand \\u0000 long', () => {});
test('ends the process', () => { process.exit(3); });
describe.each(['tea', 'coffee'])('%s', (drink) => {
  test.concurrent('is poured ' + drink.length, async () => {
    console.log('pouring ' + drink);
    await new Promise((resolve) => setTimeout(resolve, 150));
    console.error('poured ' + drink);
  });
});
test('is slow', { tags: ['slow'] }, () => {});
test('is computed'.toUpperCase(), () => {});
test('is annotated again and again', { retry: 1 }, async ({ annotate, task }) => {
  await annotate('try ' + (task.result.retryCount + 1), 'try');
  await annotate('the docs', { path: 'https://docs.test/' });
  if (task.result.retryCount === 0) throw new Error('not yet');
});
`;
