import { expect, it } from 'vitest';
import { byteSize } from './byte-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_960, '1.0 MB'],
  [4_200_000, '4.2 MB'],
  [7e12, '7000.0 GB'],
])('writes %i bytes as %s', (sizeBytes, text) => {
  expect(byteSize(sizeBytes)).toBe(text);
});
