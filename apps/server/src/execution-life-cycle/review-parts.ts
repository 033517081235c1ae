import type { Scope } from '../db/scope.ts';
import { findPreviousAttempt } from './attempts.queries.ts';
import { carryNothing, carryParts } from './carried-parts.queries.ts';
import type { Shards } from './execution-state.ts';
import { countParts, type PartCounts } from './part-counts.queries.ts';

/** What an execution is reviewed by; its row is locked. */
export interface ReviewedExecution {
  executionId: string;
  /** Of its CI run, from 1. */
  attempt: number;
  merged: boolean;
  /** How many parts it carries by now. */
  carried: number;
  /** When its newest part came. */
  receivedAt: Date;
}

export interface PartsReview {
  shards: Shards;
  previousAttemptId: string | null;
  /** When to look again; null when there is nothing to wait for. */
  carryAt: Date | null;
}

/**
 * Counts an execution's parts, and decides what a re-run carries from the attempt before.
 * "Re-run failed jobs" sends only what was run again, and "re-run all jobs" sends everything; nothing
 * tells the two apart at first. So shards that passed before are carried once every shard that did not
 * pass has come and nothing more has come for `graceMs`. Jobs without shards are not waited for in a first
 * attempt either: those that passed before are carried at once, and replaced by what comes.
 */
export async function reviewParts(
  scope: Scope,
  execution: ReviewedExecution,
  { now, graceMs }: { now: Date; graceMs: number },
): Promise<PartsReview> {
  const { executionId, attempt, merged, carried } = execution;
  const previousAttemptId = attempt > 1 ? await findPreviousAttempt(scope, executionId) : null;
  // A merged report is the whole, whatever the attempt before had.
  const previousId = merged ? null : previousAttemptId;
  const counts = await countParts(scope, executionId, previousId);
  const shards = shardsOf(counts, merged);
  const dueAt = new Date(execution.receivedAt.getTime() + graceMs);
  const isComplete = shards.received + shards.carried >= shards.expected;
  const mustWait = counts.passedShards > 0 && carried === 0 && now < dueAt;
  if (!isComplete || mustWait || shards.carried === 0 || previousId === null) {
    if (carried > 0) await carryNothing(scope, executionId);
    const carryAt = isComplete && mustWait ? dueAt : null;
    return { shards: { ...shards, carried: 0 }, previousAttemptId, carryAt };
  }
  await carryParts(scope, executionId, previousId);
  return { shards, previousAttemptId, carryAt: null };
}

/** With all carried that may be. */
function shardsOf(counts: PartCounts, merged: boolean): Shards {
  const { received, open } = counts;
  const carried = counts.passedShards + counts.passedJobs;
  // A job that the attempt before did not have stands for one that it had: its machine changed its name.
  const missingJobs = Math.max(0, counts.missingJobs - counts.otherJobs);
  const expected = received + carried + counts.missingShards + missingJobs;
  if (!merged) return { expected, received: received - open, carried };
  // However many shards it was merged from.
  const whole = Math.max(1, expected);
  return { expected: whole, received: whole, carried: 0 };
}
