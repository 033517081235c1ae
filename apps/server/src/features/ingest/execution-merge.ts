import type {
  CiFacts,
  Environment,
  ExecutionStatus,
  GitFacts,
  IngestExecution,
} from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { cleanText } from '@svc/contract/text';
import {
  addCounts,
  executionStatusOf,
  type Counts,
} from '../../execution-life-cycle/execution-state.ts';
import type { PartsReview } from '../../execution-life-cycle/review-parts.ts';
import type { ExecutionUpdate, LockedExecution, NewExecution } from './execution-rows.queries.ts';
import { cutError, cutText } from './stored-texts.ts';

/** The row that opens an execution, from its first upload. */
export function openExecutionOf(
  execution: IngestExecution,
  made: { id: string; projectId: string; week: string; receivedAt: Date },
): NewExecution {
  return {
    ...made,
    // Without a key nothing else ever joins: its own id is one that nobody else has.
    key: execution.key === undefined ? made.id : cleanText(execution.key),
    name: textOrNull(execution.name),
    framework: cutText(execution.framework),
    frameworkVersion: textOrNull(execution.frameworkVersion),
    reporter: JSON.stringify(cutFacts(execution.reporter)),
    startedAt: new Date(execution.startedAt),
    git: JSON.stringify(cutFacts(execution.git)),
    ci: JSON.stringify(cutFacts(execution.ci)),
    environment: JSON.stringify(cutFacts(execution.environment)),
  };
}

/** What an upload brings to its execution. */
export interface Brought {
  execution: IngestExecution;
  hasFileErrors: boolean;
  /** Of the results that were not duplicates. */
  counts: Counts;
  review: PartsReview;
  /** True when the execution may have it already: errors that it has are then no new ones. */
  mayRepeat: boolean;
}

/**
 * The execution after an upload: times span all parts, counts add up, flags and lists unite, and of
 * every other fact the first one told stands.
 */
export function updateOf(
  before: LockedExecution,
  { execution, hasFileErrors, counts, review, mayRepeat }: Brought,
): Omit<ExecutionUpdate, 'executionId' | 'number' | 'at'> & { status: ExecutionStatus } {
  const startedAt = new Date(execution.startedAt);
  const endedAt = new Date(startedAt.getTime() + execution.durationMs);
  const brought = (execution.errors ?? []).map(cutError);
  const errors = [
    ...before.errors,
    ...(mayRepeat ? brought.filter(isNotAmong(before.errors)) : brought),
  ].slice(0, INGEST_LIMITS.errors);
  const facts = {
    counts: addCounts(before.counts, counts),
    hasFileErrors: before.hasFileErrors || hasFileErrors,
    failedReported: before.failedReported || execution.status === 'failed',
    interruptedReported: before.interruptedReported || execution.status === 'interrupted',
    shards: review.shards,
  };
  return {
    ...facts,
    status: executionStatusOf({ ...facts, hasRunErrors: errors.length > 0 }),
    startedAt: startedAt < before.startedAt ? startedAt : before.startedAt,
    endedAt: endedAt > before.endedAt ? endedAt : before.endedAt,
    merged: before.merged || execution.merged === true,
    previousAttemptId: review.previousAttemptId,
    carryAt: review.carryAt,
    legs: legsOf(before.legs, execution.leg),
    tags: union(before.tags, (execution.tags ?? []).map(cutText)).slice(0, INGEST_LIMITS.tags),
    partial: union(before.partial, execution.partial ?? []),
    errors: JSON.stringify(errors),
    name: before.name ?? textOrNull(execution.name),
    frameworkVersion: before.frameworkVersion ?? textOrNull(execution.frameworkVersion),
    git: JSON.stringify({ ...cutFacts(execution.git), ...before.git }),
    ci: JSON.stringify({ ...cutFacts(execution.ci), ...before.ci }),
    environment: JSON.stringify({ ...cutFacts(execution.environment), ...before.environment }),
  };
}

// As many as a list of executions can show.
const MAX_LEGS = 50;

function legsOf(before: readonly string[], leg: string | undefined): string[] {
  return union(before, leg === undefined ? [] : [cleanText(leg)]).slice(0, MAX_LEGS);
}

function isNotAmong(errors: readonly TestError[]): (error: TestError) => boolean {
  // Through cutError once more, because jsonb gives the fields back in an order of its own.
  const known = new Set(errors.map((error) => JSON.stringify(cutError(error))));
  return (error) => !known.has(JSON.stringify(error));
}

function union(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])];
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : cutText(text);
}

/** The facts with clean texts; keys of the environment are texts too. */
function cutFacts(
  facts: GitFacts | CiFacts | Environment | { name: string; version: string } = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]: [string, unknown]) => [
      cleanText(key),
      typeof value === 'string' ? cutText(value) : value,
    ]),
  );
}
