// The face of this room: what other rooms may use of it.
export { registerExecutionsRest } from './executions.rest.ts';
export { executionsRouter } from './executions.router.ts';
export { fileDurationsRouter } from './file-durations/file-durations.router.ts';
export { changeExecution } from './life-cycle/change-execution.queries.ts';
export {
  addCounts,
  countByStatus,
  type Counts,
  deriveStoredStatus,
  NO_COUNTS,
} from './life-cycle/execution-state.ts';
export { interruptWaitingExecutions } from './life-cycle/interrupt-waiting-executions.ts';
export { reviewLaterAttempts } from './life-cycle/parts/previous-attempt.queries.ts';
export { joinRetriedPart } from './life-cycle/parts/join-retried-part.ts';
export {
  buildPartIdentity,
  deriveSameCode,
  MERGED_GROUP_ID,
  type PartIdentity,
} from './life-cycle/parts/part-identity.ts';
export { haveAllPassed, isJoined } from './life-cycle/parts/retried-parts.queries.ts';
export {
  NOTHING_REVIEWED,
  type PartsReview,
  reviewedColumns,
  reviewParts,
} from './life-cycle/parts/review-parts.ts';
export { reviewDueExecutions } from './life-cycle/review-due-executions.ts';
export { computeSettleAt, settleExecutions } from './life-cycle/settle-executions.ts';
export { reportTestNews } from './life-cycle/test-news/report-test-news.ts';
