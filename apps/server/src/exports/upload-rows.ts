/** The rows that an upload stores. The seed makes the same ones, and copies them into the tables. */
export {
  addCounts,
  countOf,
  NO_COUNTS,
  type Counts,
} from '../execution-life-cycle/execution-state.ts';
export {
  partIdentity,
  sameCodeOf,
  type PartIdentity,
} from '../execution-life-cycle/parts/part-identity.ts';
export { openExecutionOf, updateOf } from '../features/ingest/execution/execution-merge.ts';
export {
  asOpened,
  type ExecutionUpdate,
  type LockedExecution,
  type NewExecution,
} from '../features/ingest/execution/execution-rows.queries.ts';
export { partTimes, spanOf } from '../features/ingest/execution/part-times.ts';
export {
  fileRow,
  resultRow,
  type AttemptRow,
  type FileRow,
  type ResultRow,
} from '../features/ingest/results/result-rows.ts';
export { TextPool } from '../features/ingest/results/stored-texts.ts';
