import { expect, it } from 'vitest';
import { needsAttention } from './item.ts';

it('hides known flakes, but none that a person should look at', () => {
  expect(needsAttention({ label: { classification: 'KNOWN_FLAKE' }, needsHuman: false })).toBe(
    false,
  );
  expect(needsAttention({ label: { classification: 'KNOWN_FLAKE' }, needsHuman: true })).toBe(true);
  expect(needsAttention({ label: { classification: 'INFRA' }, needsHuman: false })).toBe(true);
  expect(
    needsAttention({ label: { classification: null, candidates: [] }, needsHuman: true }),
  ).toBe(true);
  expect(needsAttention(undefined)).toBe(true);
});
