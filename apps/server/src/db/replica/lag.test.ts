import { expect, it } from 'vitest';
import { Lag } from './lag.ts';

it('is the age of the oldest position of the primary that the replica has not replayed', () => {
  const lag = new Lag();
  for (const at of [1_000, 2_000, 3_000, 4_000]) lag.notePrimary({ at, logBytes: at });
  expect(lag.measureMs({ at: 4_010, logBytes: 1_999 })).toBe(2_010);
  expect(lag.measureMs({ at: 5_010, logBytes: 3_000 })).toBe(1_010);
  expect(lag.measureMs({ at: 5_020, logBytes: 4_000 })).toBe(0);
});

it('is zero while the primary writes nothing, however long ago the replica replayed something', () => {
  const lag = new Lag();
  for (const at of [1_000, 2_000, 3_000]) lag.notePrimary({ at, logBytes: 7 });
  expect(lag.measureMs({ at: 100_000, logBytes: 7 })).toBe(0);
});

it('counts from when the primary wrote, while that writes nothing more', () => {
  const lag = new Lag();
  for (const at of [1_000, 2_000, 3_000]) lag.notePrimary({ at, logBytes: 7 });
  expect(lag.measureMs({ at: 3_010, logBytes: 6 })).toBe(2_010);
});

it('grows up to an hour for a replica that never answers', () => {
  const lag = new Lag();
  for (let second = 0; second < 5_000; second++) {
    lag.notePrimary({ at: second * 1_000, logBytes: second });
  }
  expect(lag.measureMs({ at: 4_999_000, logBytes: -1 })).toBe(3_599_000);
});
