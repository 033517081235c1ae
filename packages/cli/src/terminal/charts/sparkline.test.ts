import { expect, it } from 'vitest';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../glyphs.ts';
import { drawSparkline } from './sparkline.ts';

it.each([
  [[0, 1, 2, 3, 4, 5, 6, 7], 20, '▁▂▃▄▅▆▇█'],
  [[0, 0], 20, '▁▁'],
  [[], 20, ''],
  [[0, 1, 1000], 20, '▁▂█'],
  [[1, 9, 2, 3, 1, 1], 3, '█▄▂'],
])('draws %j in %i columns', (values, columns, bars) => {
  expect(drawSparkline(values, columns, UNICODE_GLYPHS)).toBe(bars);
});

it('draws with ASCII if the locale is not UTF-8', () => {
  expect(drawSparkline([0, 3, 7], 20, ASCII_GLYPHS)).toBe('_-#');
});
