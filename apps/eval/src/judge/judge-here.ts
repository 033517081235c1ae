import { analyze } from '@svc/analysis/analyze/analyze';
import type { Weights } from '@svc/analysis/classify/model/model';
import { toFailure } from '../corpus/failure-of-case.ts';
import type { Judge } from './judge.ts';

/** Judges in this process, with these weights. */
export function judgeHere(weights: Weights): Judge {
  return (one, mode) => {
    const log = one.log_excerpt === '' ? undefined : one.log_excerpt;
    const result = analyze({ failures: [toFailure(one, mode)], log }, weights);
    if (result === null) throw new Error('a case holds no failure');
    const { classification, confidence, evidence } = result.verdict;
    return { classification, confidence, kinds: evidence.map(({ kind }) => kind) };
  };
}
