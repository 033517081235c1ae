import { expect, it } from 'vitest';
import { checkedAhead } from './test-clock.ts';

it('takes days ahead, and refuses what would leave the clock alone', () => {
  expect(checkedAhead('+0d')).toBe('+0d');
  expect(checkedAhead('+400d')).toBe('+400d');
  for (const text of ['400', '+400', '400d', '-5d', '2030-01-01']) {
    expect(() => checkedAhead(text)).toThrow(`SVC_TEST_CLOCK '${text}' is not a number of days`);
  }
});
