import { expect, it } from 'vitest';
import { pickQuietGlyph } from './unjudged-branch.ts';

function branch(status: 'passed' | 'failed', isDefault = true) {
  return { isDefault, execution: { status } };
}

it('shows no tick while a default branch fails with known flakes', () => {
  expect(pickQuietGlyph([branch('passed'), branch('failed')])).toBe('flaky');
  expect(pickQuietGlyph([branch('passed'), branch('failed', false)])).toBe('passed');
  expect(pickQuietGlyph([])).toBe('passed');
});
