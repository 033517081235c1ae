import { expect, it } from 'vitest';
import { quietGlyph } from './unjudged-branch.ts';

it('shows no tick while a default branch fails with known flakes', () => {
  const branch = (status: 'passed' | 'failed', isDefault = true) => ({
    isDefault,
    execution: { status },
  });
  expect(quietGlyph([branch('passed'), branch('failed')])).toBe('flaky');
  expect(quietGlyph([branch('passed'), branch('failed', false)])).toBe('passed');
  expect(quietGlyph([])).toBe('passed');
});
