import type { UpdatedColumns } from '../../../db/execution-columns.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import { findPreviousAttempt } from './previous-attempt.queries.ts';
import { carryNothing, carryParts, countCarried } from './carried-parts.queries.ts';
import { NOTHING_CARRIED, type CarriedCounts, type Shards } from '../execution-state.ts';
import {
  countOnlyPart,
  countParts,
  type EarlierPart,
  type OnlyPart,
  type PartCounts,
} from './part-counts.queries.ts';
import { matchReplacedParts } from './part-matches.queries.ts';

/** The facts that a review needs; the execution's row is locked. */
export interface ReviewedExecution {
  executionId: string;
  /** The attempt of the CI run, from 1. */
  attempt: number;
  merged: boolean;
  /** How many parts it carries at present. */
  carried: number;
  /** Its part, if it is certain to have just this one; null: any number. */
  onlyPart: OnlyPart | null;
  /** When its newest part arrived. */
  receivedAt: Date;
}

export interface PartsReview {
  shards: Shards;
  carriedCounts: CarriedCounts;
  previousAttemptId: string | null;
  /** When to review again; null when there is nothing to wait for. */
  carryAt: Date | null;
}

/** An execution before its first part. */
export const NOTHING_REVIEWED: PartsReview = {
  shards: { expected: 0, received: 0, carried: 0 },
  carriedCounts: NOTHING_CARRIED,
  previousAttemptId: null,
  carryAt: null,
};

/** A review as columns of its execution. */
export function reviewedColumns({ shards, carriedCounts, ...review }: PartsReview) {
  return {
    shardsExpected: shards.expected,
    shardsReceived: shards.received,
    shardsCarried: shards.carried,
    carriedPassed: carriedCounts.passed,
    carriedSkipped: carriedCounts.skipped,
    carriedFlaky: carriedCounts.flaky,
    previousAttemptId: review.previousAttemptId,
    carryAt: review.carryAt,
  } satisfies Partial<UpdatedColumns>;
}

/**
 * Counts an execution's parts, and decides what a re-run carries from the attempt before. "Re-run failed jobs" sends
 * only the jobs that ran again, "re-run all jobs" sends everything, and at first the two look the same. So shards
 * that passed before are carried once every other shard has arrived and nothing has arrived for `graceMs`. Jobs
 * without shards are carried at once if they passed before, and replaced if they arrive: a first attempt does not
 * wait for such jobs either.
 */
export async function reviewParts(
  scope: TransactionScope,
  execution: ReviewedExecution,
  { now, graceMs }: { now: Date; graceMs: number },
): Promise<PartsReview> {
  const { executionId, attempt, merged, carried } = execution;
  const previousAttemptId = attempt > 1 ? await findPreviousAttempt(scope, executionId) : null;
  // A merged report is complete, regardless of the attempt before.
  const previousId = merged ? null : previousAttemptId;
  const { counts, replaced } =
    execution.onlyPart !== null && previousId === null
      ? { counts: countOnlyPart(execution.onlyPart), replaced: [] }
      : await compareParts(scope, executionId, previousId);
  const shards = countShards(counts, merged);
  const dueAt = new Date(execution.receivedAt.getTime() + graceMs);
  const isComplete = shards.received + shards.carried >= shards.expected;
  const mustWait = counts.passedShards > 0 && carried === 0 && now < dueAt;
  if (!isComplete || mustWait || shards.carried === 0 || previousId === null) {
    if (carried > 0) await carryNothing(scope, executionId);
    const carryAt = isComplete && mustWait ? dueAt : null;
    return {
      shards: { ...shards, carried: 0 },
      carriedCounts: NOTHING_CARRIED,
      previousAttemptId,
      carryAt,
    };
  }
  await carryParts(scope, executionId, { previousId, replaced });
  const carriedCounts = await countCarried(scope, executionId);
  return { shards, carriedCounts, previousAttemptId, carryAt: null };
}

/** Where several parts share a place, looks at their tests to find out which of them ran again. */
async function compareParts(
  scope: TransactionScope,
  executionId: string,
  previousId: string | null,
): Promise<{ counts: PartCounts; replaced: EarlierPart[] }> {
  const counts = await countParts(scope, executionId, { previousId, replaced: [] });
  if (counts.unclearPlaces === 0 || previousId === null) return { counts, replaced: [] };
  const replaced = await matchReplacedParts(scope, executionId, previousId);
  return { counts: await countParts(scope, executionId, { previousId, replaced }), replaced };
}

/** The counts if everything carriable is carried. */
function countShards(counts: PartCounts, merged: boolean): Shards {
  const { received, open } = counts;
  const carried = counts.passedShards + counts.passedJobs;
  // A job that is new in this attempt replaces a missing one: its machine may have changed its name.
  const missingJobs = Math.max(0, counts.missingJobs - counts.otherJobs);
  const expected = received + carried + counts.missingShards + missingJobs;
  if (!merged) return { expected, received: received - open, carried };
  // Regardless of how many shards it was merged from.
  const whole = Math.max(1, expected);
  return { expected: whole, received: whole, carried: 0 };
}
