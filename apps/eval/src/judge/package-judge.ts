import { analyze } from '@svc/analysis/analyze';
import type { Weights } from '@svc/analysis/classify/model';
import { inlineFailures } from '@svc/analysis/inline-failures';
import type { Judge } from './judge.ts';

/** Judges in this process, with these weights. */
export function packageJudge(weights: Weights): Judge {
  return ({ failures = [], log }) => {
    const result = analyze({ failures: inlineFailures(failures), log }, weights);
    if (result === null) throw new Error('a case holds no failure');
    const { classification, confidence, evidence } = result.verdict;
    return { classification, confidence, kinds: evidence.map(({ kind }) => kind) };
  };
}
