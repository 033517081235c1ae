import { expect, it } from 'vitest';
import { needsAttention } from './item.ts';

it('hides known flakes, but none that a person should look at', () => {
  expect(needsAttention({ classification: 'KNOWN_FLAKE', needsHuman: false })).toBe(false);
  expect(needsAttention({ classification: 'KNOWN_FLAKE', needsHuman: true })).toBe(true);
  expect(needsAttention({ classification: 'INFRA', needsHuman: false })).toBe(true);
  expect(needsAttention(undefined)).toBe(true);
});
