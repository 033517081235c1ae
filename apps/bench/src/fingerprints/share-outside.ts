import { fingerprintOf } from '@svc/analysis/fingerprint';
import { seededRandom } from '../seeded-random.ts';
import { valueKinds } from './generated-values.ts';

/** Each kind of value in messages that are the same apart from it. */
export interface KindShare {
  kind: string;
  /** The share of messages whose fingerprint is not the most frequent one, from 0 to 1. */
  outside: number;
}

const ROUNDS = 5;

/**
 * Measures messages with `values` values of each kind, in five rounds with values of their own, and averages them. The
 * values are always the same ones.
 */
export function sharesOutside(values: number): KindShare[] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    Object.entries(valueKinds(seededRandom(round + 1))).map(([kind, make]) => ({
      kind,
      outside: outsideLargest(Array.from({ length: values }, make)),
    })),
  );
  return Array.from(
    Map.groupBy(rounds.flat(), ({ kind }) => kind),
    ([kind, shares]) => ({
      kind,
      outside: shares.reduce((sum, share) => sum + share.outside, 0) / ROUNDS,
    }),
  );
}

function outsideLargest(values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) {
    const { fingerprint } = fingerprintOf({ message: `item ${value} was not found` });
    counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }
  return (values.length - Math.max(...counts.values())) / values.length;
}
