import { expect, it } from 'vitest';
import { formatShowButton } from './tests-of-cause.ts';

it('promises no more than is listed', () => {
  expect(formatShowButton(434, 434, 'tests')).toBe('Show all 434 tests');
  expect(formatShowButton(996, 1_500, 'failures')).toBe('Show 996 of 1,500 failures');
});
