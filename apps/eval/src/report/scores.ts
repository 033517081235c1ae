import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';

/** Verdict on one case. */
export interface Judged {
  id: string;
  label: Classification;
  predicted: Classification;
  confidence: number;
  /** Basis of the verdict. */
  because: string;
}

export interface Scores {
  accuracy: number;
  macroF1: number;
  perClass: Record<Classification, { precision: number; recall: number; f1: number }>;
  /** How often each label was called what, by label and then by class. */
  confusion: Record<Classification, Record<Classification, number>>;
  bins: Bin[];
  predicted: PredictedFrom[];
  /** The mean distance between confidence and truth, weighted by the bins' cases. */
  calibrationError: number;
}

/** The verdicts with a confidence of `from` and more, below `from` + 0.1. */
export interface Bin {
  from: number;
  cases: number;
  confidence: number;
  right: number;
}

/** The verdicts with a confidence of `from` and more. */
export interface PredictedFrom {
  from: number;
  /** Their share of all verdicts. */
  coverage: number;
  /** The share of them that is right. */
  precision: number;
}

const BINS = 10;
// A verdict shows its class from 0.6 on. @see SURE_FROM
const FROM = [0.6, 0.7, 0.8, 0.9];

/** Shares from 0 to 1; 0 where there is nothing to count. */
export function computeScores(judged: readonly Judged[]): Scores {
  const confusion = {} as Scores['confusion'];
  const perClass = {} as Scores['perClass'];
  for (const label of CLASSIFICATIONS) {
    confusion[label] = {} as Record<Classification, number>;
    for (const predicted of CLASSIFICATIONS) {
      confusion[label][predicted] = judged.filter(
        (one) => one.label === label && one.predicted === predicted,
      ).length;
    }
  }
  for (const one of CLASSIFICATIONS) {
    const hits = confusion[one][one];
    const precision = computeShare(
      hits,
      judged.filter(({ predicted }) => predicted === one).length,
    );
    const recall = computeShare(hits, judged.filter(({ label }) => label === one).length);
    perClass[one] = {
      precision,
      recall,
      f1: computeShare(2 * precision * recall, precision + recall),
    };
  }
  const bins = computeBins(judged);
  const errors = bins.map((bin) => bin.cases * Math.abs(bin.confidence - bin.right));
  return {
    accuracy: computeShare(
      judged.filter(({ label, predicted }) => label === predicted).length,
      judged.length,
    ),
    macroF1: computeShare(
      CLASSIFICATIONS.reduce((sum, one) => sum + perClass[one].f1, 0),
      CLASSIFICATIONS.length,
    ),
    perClass,
    confusion,
    bins,
    predicted: FROM.map((from) => computePredictedFrom(judged, from)),
    calibrationError: computeShare(
      errors.reduce((sum, error) => sum + error, 0),
      judged.length,
    ),
  };
}

function computePredictedFrom(judged: readonly Judged[], from: number): PredictedFrom {
  const predicted = judged.filter(({ confidence }) => confidence >= from);
  return {
    from,
    coverage: computeShare(predicted.length, judged.length),
    precision: computeShare(
      predicted.filter(({ label, predicted: one }) => label === one).length,
      predicted.length,
    ),
  };
}

function computeBins(judged: readonly Judged[]): Bin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const inside = judged.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
    );
    return {
      from: bin / BINS,
      cases: inside.length,
      confidence: computeShare(
        inside.reduce((sum, { confidence }) => sum + confidence, 0),
        inside.length,
      ),
      right: computeShare(
        inside.filter(({ label, predicted }) => label === predicted).length,
        inside.length,
      ),
    };
  });
}

function computeShare(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
