import { expect, it } from 'vitest';
import { formatExcuse } from './gate-words.ts';

it('keeps the reason and the owner of an excuse on one line, and short', () => {
  const long = `a\n${'b'.repeat(5_000)}`;
  const excuse = { by: 'base' as const, expiresAt: null, reason: long, owner: long };
  const shown = `a ${'b'.repeat(297)}…`;
  expect(formatExcuse(excuse)).toBe(`${shown} (${shown})`);
});
