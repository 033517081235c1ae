import { describe, expect, it } from 'vitest';
import { detectDurationChange, isUsualRatio } from './machine-change.ts';

const THRESHOLDS = { minDurationMs: 50, durationThreshold: 0.2 };

describe('durationChange', () => {
  it.each([
    [1_000, 1_200, 'slower'],
    [1_000, 1_199, null],
    [1_000, 800, 'faster'],
    [100, 149, null],
    [0, 50, 'slower'],
    [50, 0, 'faster'],
    [70, 70, null],
  ])('calls %d ms, then %d ms on an unknown machine: %s', (baseMs, headMs, expected) => {
    expect(detectDurationChange({ baseMs, headMs }, { ...THRESHOLDS, machineFactor: null })).toBe(
      expected,
    );
  });

  it.each([
    // Slower by as much as all tests.
    [1_000, 2_000, 2, null],
    [1_000, 2_400, 2, 'slower'],
    [1_000, 2_399, 2, null],
    // Waits instead of computing, so that the machine does not matter to it.
    [1_000, 1_000, 2, null],
    [1_000, 1_200, 2, null],
    [1_000, 800, 2, 'faster'],
    // The change of this test is explained by the faster machine.
    [1_000, 500, 0.5, null],
    [1_000, 400, 0.5, 'faster'],
    // Slower than the others, and still faster than before.
    [1_000, 750, 0.5, null],
  ])(
    'calls %d ms, then %d ms on a machine that takes %d times as long: %s',
    (baseMs, headMs, machineFactor, expected) => {
      expect(detectDurationChange({ baseMs, headMs }, { ...THRESHOLDS, machineFactor })).toBe(
        expected,
      );
    },
  );

  it('needs a change even without thresholds', () => {
    const none = { minDurationMs: 0, durationThreshold: 0 };
    expect(detectDurationChange({ baseMs: 7, headMs: 7 }, none)).toBeNull();
    expect(detectDurationChange({ baseMs: 0, headMs: 0 }, none)).toBeNull();
  });
});

describe('isUsualRatio', () => {
  // exp(4 × 0.1 × 1.4826) is 1.8095.
  const machine = { factor: 2, logDeviation: 0.1 };

  it.each([
    [200, true],
    [361, true],
    [362, false],
    [111, true],
    [110, false],
    [0, false],
  ])('of 100 ms, then %d ms on a machine twice as slow: %s', (headMs, expected) => {
    expect(isUsualRatio({ baseMs: 100, headMs }, machine)).toBe(expected);
  });

  it('is only the machine itself where all tests have the same ratio', () => {
    // Rounded as the server does.
    const third = { factor: 1.333333, logDeviation: 0 };
    expect(isUsualRatio({ baseMs: 300, headMs: 400 }, third)).toBe(true);
    expect(isUsualRatio({ baseMs: 300, headMs: 401 }, third)).toBe(false);
  });

  it('is none of a test that took no time', () => {
    expect(isUsualRatio({ baseMs: 0, headMs: 60 }, machine)).toBe(false);
  });
});
