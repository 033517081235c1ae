import { expect, it } from 'vitest';
import { formatTable } from './text-table.ts';

it('aligns the columns', () => {
  expect(
    formatTable([
      ['ID', 'NAME'],
      ['1', 'a'],
      ['200', 'b c'],
    ]),
  ).toEqual(['ID   NAME', '1    a', '200  b c']);
});

it('shows names that others chose without what a terminal would obey', () => {
  expect(formatTable([['NAME'], ['\u001b[2Ja\r\nb\u009b1m']])).toEqual([
    'NAME',
    '\ufffd[2Ja\ufffd\ufffdb\ufffd1m',
  ]);
});
