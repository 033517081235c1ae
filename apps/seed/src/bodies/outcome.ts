import type { SeededTest } from '../plan/test-plan.ts';
import { flakyCauseOf } from '../plan/flakiness-plan.ts';
import type { FailureCause } from './failure-causes.ts';
import { unitOf } from '../random.ts';
import type { FailureTruth } from '../truth.ts';

/** Why a test fails in an execution. */
export interface Failure {
  cause: FailureCause;
  why: FailureTruth['why'];
  /** Where there are retries, a flaky run passes on its second attempt. */
  passesOnRetry: boolean;
}

/** What of an execution decides over its tests. */
export interface Circumstances {
  executionKey: number;
  /** The moment of the default branch's state that the commit holds. */
  stateMs: number;
  /** Tests that the commit's code breaks, with the reason. */
  broken: ReadonlyMap<SeededTest, FailureCause>;
  /** Not null in an outage. */
  outageCause: FailureCause | null;
}

export function existsAt({ truth: { bornAt, removedAt } }: SeededTest, stateMs: number): boolean {
  return (
    (bornAt === null || bornAt.getTime() <= stateMs) &&
    (removedAt === null || removedAt.getTime() > stateMs)
  );
}

export function isSkippedAt({ truth: { skippedFrom } }: SeededTest, stateMs: number): boolean {
  return skippedFrom !== null && skippedFrom.getTime() <= stateMs;
}

/** Null for a test that passes. */
export function failureIn(test: SeededTest, place: Circumstances, ordinal: number): Failure | null {
  // One in twelve needs no database, and goes as it would without the outage.
  const isSpared = (ordinal + place.executionKey) % 12 === 0;
  if (place.outageCause !== null && !isSpared) {
    return { cause: place.outageCause, why: 'outage', passesOnRetry: false };
  }
  const cause = place.broken.get(test);
  if (cause !== undefined) return { cause, why: 'regression', passesOnRetry: false };
  return flakyFailure(test, place);
}

function flakyFailure(test: SeededTest, { executionKey, stateMs }: Circumstances): Failure | null {
  const { trueFlakyRate, flakyFrom, flakyUntil, retries } = test.truth;
  if (trueFlakyRate === null || unitOf(test.key, executionKey) >= trueFlakyRate) return null;
  if (flakyFrom !== null && stateMs < flakyFrom.getTime()) return null;
  if (flakyUntil !== null && stateMs >= flakyUntil.getTime()) return null;
  const cause = flakyCauseOf(test.flakyCauses, unitOf(test.key ^ CAUSE_SALT, executionKey));
  return { cause, why: 'flaky', passesOnRetry: retries > 0 };
}

// Any constant: which cause it is draws apart from whether it fails.
const CAUSE_SALT = 0x2545_f491;
