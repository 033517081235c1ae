import type { Classification } from '@svc/contract/executions/outcomes';
import type { CorrectedFailure } from '../classify/failure.ts';

/** A corrected failure that is like another one. */
export interface SimilarFailure {
  classification: Classification;
  /** Similarity from 0 to 1. */
  likeness: number;
  pattern: string;
}

// Below it, two patterns share common words alone.
const ALIKE = 0.6;

/**
 * Looks up corrected failures that are like a failure, at most the most similar one of each class. Likeness is the
 * cosine of the sets of their patterns' words. A failure with the same fingerprint is the same failure, and is left
 * out.
 */
export function createSimilarFailureFinder(
  corrected: readonly CorrectedFailure[],
): (failure: { fingerprint: string; pattern: string }) => SimilarFailure[] {
  const known = corrected.map((one) => ({ ...one, words: splitWords(one.pattern) }));
  const remembered = new Map<string, SimilarFailure[]>();
  return ({ fingerprint, pattern }) => {
    if (known.length === 0) return [];
    const found =
      remembered.get(fingerprint) ?? findMostSimilar(known, fingerprint, splitWords(pattern));
    remembered.set(fingerprint, found);
    return found;
  };
}

function findMostSimilar(
  known: readonly (CorrectedFailure & { words: Set<string> })[],
  fingerprint: string,
  words: Set<string>,
): SimilarFailure[] {
  const best = new Map<Classification, SimilarFailure>();
  for (const { classification, pattern, words: others, fingerprint: other } of known) {
    if (other === fingerprint) continue;
    const likeness = computeCosine(words, others);
    if (likeness >= ALIKE && likeness > (best.get(classification)?.likeness ?? 0)) {
      best.set(classification, { classification, likeness, pattern });
    }
  }
  return [...best.values()];
}

function splitWords(pattern: string): Set<string> {
  return new Set(pattern.toLowerCase().match(/[\p{L}\d_]{2,60}/gu));
}

function computeCosine(left: Set<string>, right: Set<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let both = 0;
  for (const word of left) if (right.has(word)) both += 1;
  return both / Math.sqrt(left.size * right.size);
}
