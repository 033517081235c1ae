import { describe, expect, it } from 'vitest';
import { computeScores, type Judged } from './scores.ts';

function judged(label: Judged['label'], predicted: Judged['predicted'], confidence = 0.8): Judged {
  return { id: `${label} ${predicted}`, label, predicted, confidence, because: '' };
}

const SOME = [
  judged('INFRA', 'INFRA', 0.95),
  judged('INFRA', 'REAL_BUG', 0.45),
  judged('REAL_BUG', 'REAL_BUG', 0.85),
  judged('REAL_BUG', 'KNOWN_FLAKE', 0.85),
];

describe('the scores of verdicts', () => {
  const scores = computeScores(SOME);

  it('count what each label was called', () => {
    expect(scores.confusion.REAL_BUG).toEqual({
      HEALABLE: 0,
      REAL_BUG: 1,
      KNOWN_FLAKE: 1,
      INFRA: 0,
    });
    expect(scores.accuracy).toBe(0.5);
  });

  it('take the mean of all four classes, also of those that were never said', () => {
    expect(scores.perClass.INFRA).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(scores.perClass.REAL_BUG).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(scores.macroF1).toBeCloseTo((2 / 3 + 0.5) / 4);
  });

  it('hold confidences against the truth in ten bins', () => {
    expect(scores.bins).toHaveLength(10);
    expect(scores.bins[8]).toMatchObject({ cases: 2, right: 0.5 });
    expect(scores.calibrationError).toBeCloseTo((0.05 + 0.45 + 2 * 0.35) / 4);
  });

  it('say how much is said from a confidence on, and how often that is right', () => {
    expect(scores.predicted).toEqual([
      { from: 0.6, coverage: 0.75, precision: 2 / 3 },
      { from: 0.7, coverage: 0.75, precision: 2 / 3 },
      { from: 0.8, coverage: 0.75, precision: 2 / 3 },
      { from: 0.9, coverage: 0.25, precision: 1 },
    ]);
  });

  it('are 0 for none', () => {
    expect(computeScores([])).toMatchObject({ accuracy: 0, macroF1: 0, calibrationError: 0 });
  });
});
