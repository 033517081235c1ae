import { expect, it } from 'vitest';
import { shortenText } from './shorten-text.ts';

it.each([
  ['12345', {}, '12345'],
  ['123456', {}, '1234…'],
  ['123 456', {}, '123…'],
  ['123456', { keep: 'ends' }, '12…56'],
  ['123456', { keep: 'end' }, '…3456'],
  ['1\n\n 2', { oneLine: true }, '1 2'],
  ['1\n2\t3 4', { oneLine: true }, '1 2…'],
] as const)('shortens %j with %j to %j', (text, options, shortened) => {
  expect(shortenText(text, 5, options)).toBe(shortened);
});

it('never leaves half of a character, and stays within the limit', () => {
  for (const text of ['😀'.repeat(9), `a${'😀'.repeat(9)}`]) {
    for (const keep of ['start', 'ends', 'end'] as const) {
      for (let most = 1; most < text.length; most++) {
        const shortened = shortenText(text, most, { keep });
        expect(shortened.isWellFormed()).toBe(true);
        expect(shortened.length).toBeLessThanOrEqual(most);
        expect(shortened).toContain('…');
      }
    }
  }
});
