import { expect, it } from 'vitest';
import { wrapLabelledText } from './labelled-lines.ts';

it.each([
  [40, ['  +1.20  one two three four five six', '         seven eight']],
  [30, ['  +1.20  one two three four', '    five six seven eight']],
  [
    12,
    ['  +1.20  one', '    two', '    three', '    four', '    five six', '    seven', '    eight'],
  ],
])('wraps beside or below its label in %i columns', (columns, lines) => {
  const text = 'one two three four five six seven eight';
  expect(wrapLabelledText('  +1.20  ', text, columns)).toEqual(lines);
});

it('puts a word that is wider than the line on a line of its own', () => {
  expect(wrapLabelledText('for  ', 'abcdefghijklmnop q', 12)).toEqual([
    'for',
    '  abcdefghijklmnop',
    '  q',
  ]);
});

it('colours the label only, and shows none without a text', () => {
  expect(wrapLabelledText('for  ', 'a b', 40, (label) => label.toUpperCase())).toEqual([
    'FOR  a b',
  ]);
  expect(wrapLabelledText('for  ', ' ', 40)).toEqual([]);
});
