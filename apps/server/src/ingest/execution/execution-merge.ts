import type { IngestExecution } from '@svc/contract/executions/ingest';
import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText } from '@svc/contract/zod-free/text';
import {
  addCounts,
  deriveStoredStatus,
  type Counts,
  NO_COUNTS,
  NOTHING_REVIEWED,
  reviewedColumns,
  type PartsReview,
} from '../../executions/index.ts';
import { uniteTags } from '../texts/tags.ts';
import { cutFact } from '../texts/text-limits.ts';
import { cutCiFacts, cutFacts, uniteEnvironment, uniteLegs } from './execution-facts.ts';
import type { LockedExecution, UpdatedExecution, NewExecution } from './execution-rows.queries.ts';
import { pickNewRunErrors } from './run-errors.ts';

/** The row that opens an execution, from its first upload. */
export function buildNewExecution(
  execution: IngestExecution,
  made: { id: string; projectId: string; week: string; startedAt: Date; receivedAt: Date },
): NewExecution {
  return {
    ...made,
    ...NO_COUNTS,
    ...reviewedColumns(NOTHING_REVIEWED),
    // No other upload can join an execution without a key, so its own unique id serves as the key.
    key: execution.key === undefined ? made.id : cleanText(execution.key),
    name: cutOptionalFact(execution.name),
    framework: cutFact(execution.framework, FACT_LIMITS.addressBytes),
    frameworkVersion: cutOptionalFact(execution.frameworkVersion),
    reporter: {
      name: cutFact(execution.reporter.name),
      version: cutFact(execution.reporter.version),
    },
    git: cutFacts(execution.git),
    ci: cutCiFacts(execution.ci),
    environment: uniteEnvironment({}, execution.environment),
    status: 'running',
    endedAt: made.startedAt,
    updatedAt: made.receivedAt,
    merged: false,
    hasFileErrors: false,
    failedReported: false,
    interruptedReported: false,
    legs: [],
    tags: [],
    partial: [],
    errorsOmitted: 0,
  };
}

/** The contribution of an upload to its execution. */
export interface Brought {
  execution: IngestExecution;
  hasFileErrors: boolean;
  /** The counts of the results that were not duplicates. */
  counts: Counts;
  review: PartsReview;
  /** True when the execution may already have this upload. Errors that it already has are then not added again. */
  mayRepeat: boolean;
  /** Times of the execution with this part. */
  times: { startedAt: Date; endedAt: Date };
}

/**
 * The execution after an upload: counts add up, flags and lists are united, and for every other
 * fact the first reported value stays.
 */
export function buildExecutionUpdate(
  before: LockedExecution,
  { execution, hasFileErrors, counts, review, mayRepeat, times }: Brought,
): UpdatedExecution {
  const errors = pickNewRunErrors(before, { errors: execution.errors, mayRepeat });
  const errorsOmitted = before.errorsOmitted + errors.omitted;
  const hasRunErrors = before.errorCount + errors.added.length + errorsOmitted > 0;
  const flags = {
    hasFileErrors: before.hasFileErrors || hasFileErrors,
    failedReported: before.failedReported || execution.status === 'failed',
    interruptedReported: before.interruptedReported || execution.status === 'interrupted',
  };
  const added = addCounts(before, counts);
  return {
    ...flags,
    ...added,
    ...reviewedColumns(review),
    status: deriveStoredStatus({ ...flags, hasRunErrors, counts: added, shards: review.shards }),
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    merged: before.merged || execution.merged === true,
    legs: uniteLegs(before.legs, execution.leg),
    tags: uniteTags(before.tags, execution.tags),
    partial: uniteTexts(before.partial, execution.partial ?? []),
    newErrors: errors.added,
    errorsOmitted,
    name: before.name ?? cutOptionalFact(execution.name),
    frameworkVersion: before.frameworkVersion ?? cutOptionalFact(execution.frameworkVersion),
    git: { ...cutFacts(execution.git), ...before.git },
    ci: { ...cutCiFacts(execution.ci), ...before.ci },
    environment: uniteEnvironment(before.environment, execution.environment),
  };
}

function uniteTexts(before: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])];
}

function cutOptionalFact(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : cutFact(text);
}
