import type { SeededTest } from '../plan/test-plan.ts';
import { pickFlakyCause } from '../plan/flakiness-plan.ts';
import type { FailureCause } from './failure-causes.ts';
import { hashToUnit } from '../random.ts';
import type { FailureTruth } from '../truth.ts';

/** Why a test fails in an execution. */
export interface Failure {
  cause: FailureCause;
  why: FailureTruth['why'];
  /** With retries, a flaky run passes on its second attempt. */
  passesOnRetry: boolean;
}

/** The facts of an execution that the outcomes of its tests depend on. */
export interface Circumstances {
  executionKey: number;
  /** The time of the newest commit of the default branch that the commit includes. */
  stateMs: number;
  /** Tests that the commit's code breaks, with the reason. */
  broken: ReadonlyMap<SeededTest, FailureCause>;
  /** The cause of an outage; null without one. */
  outageCause: FailureCause | null;
}

export function isPresentAt(
  { truth: { bornAt, removedAt } }: SeededTest,
  stateMs: number,
): boolean {
  return (
    (bornAt === null || bornAt.getTime() <= stateMs) &&
    (removedAt === null || removedAt.getTime() > stateMs)
  );
}

export function isSkippedAt({ truth: { skippedFrom } }: SeededTest, stateMs: number): boolean {
  return skippedFrom !== null && skippedFrom.getTime() <= stateMs;
}

/** Why a test fails; null if it passes. */
export function findFailure(
  test: SeededTest,
  place: Circumstances,
  ordinal: number,
): Failure | null {
  // One in twelve tests needs no database, so that the outage does not affect it.
  const isSpared = (ordinal + place.executionKey) % 12 === 0;
  if (place.outageCause !== null && !isSpared) {
    return { cause: place.outageCause, why: 'outage', passesOnRetry: false };
  }
  const cause = place.broken.get(test);
  if (cause !== undefined) return { cause, why: 'regression', passesOnRetry: false };
  return findFlakyFailure(test, place);
}

function findFlakyFailure(
  test: SeededTest,
  { executionKey, stateMs }: Circumstances,
): Failure | null {
  const { trueFlakyRate, flakyFrom, flakyUntil, retries } = test.truth;
  if (trueFlakyRate === null || hashToUnit(test.key, executionKey) >= trueFlakyRate) return null;
  if (flakyFrom !== null && stateMs < flakyFrom.getTime()) return null;
  if (flakyUntil !== null && stateMs >= flakyUntil.getTime()) return null;
  const cause = pickFlakyCause(test.flakyCauses, hashToUnit(test.key ^ CAUSE_SALT, executionKey));
  return { cause, why: 'flaky', passesOnRetry: retries > 0 };
}

// An arbitrary constant, so that the choice of the cause does not depend on the draw of the failure.
const CAUSE_SALT = 0x2545_f491;
