import { expect, it } from 'vitest';
import { messageLine } from './message-line.ts';

it('is the first line that says something, without colours', () => {
  expect(messageLine('\n  \u001b[31mError:\u001b[39m broke\nmore')).toBe('Error: broke');
  expect(messageLine('\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 text')).toBe(
    'link text',
  );
  expect(messageLine('')).toBe('');
});

it('cuts a line of a megabyte, and at once', () => {
  const startedAt = performance.now();
  expect(messageLine('\u001b]x'.repeat(400_000))).toHaveLength(0);
  expect(messageLine('x'.repeat(1_000_000))).toHaveLength(301);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
