import { expect, it } from 'vitest';
import { cutMessageLine } from './message-line.ts';

it('is the first line that says something, without colours', () => {
  expect(cutMessageLine('\n  \u001b[31mError:\u001b[39m broke\nmore')).toBe('Error: broke');
  expect(cutMessageLine('\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 text')).toBe(
    'link text',
  );
  expect(cutMessageLine('')).toBe('');
});

it('cuts a line of a megabyte, and at once', () => {
  const startedAt = performance.now();
  expect(cutMessageLine('\u001b]x'.repeat(400_000))).toHaveLength(0);
  expect(cutMessageLine('x'.repeat(1_000_000))).toHaveLength(300);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
