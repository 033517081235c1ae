import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutEscaped } from './cut-escaped.ts';

const escapeAmpersands = (text: string) => text.replaceAll('&', '&amp;');

it('leaves a text alone that fits', () => {
  expect(cutEscaped('1&2', 7, escapeAmpersands)).toBe('1&amp;2');
});

it('never cuts inside an escape', () => {
  expect(cutEscaped('ab&cd', 8, escapeAmpersands)).toBe('ab&amp;…');
  expect(cutEscaped('ab&cd', 7, escapeAmpersands)).toBe('ab…');
});

it('never cuts a character in two, and stays within the limit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '&', 'あ'), maxLength: 100 });
  const limit = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(text, limit, (long, most) => {
      const cut = cutEscaped(long, most, escapeAmpersands);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
    }),
  );
});
