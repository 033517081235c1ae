/** The rows that an upload stores. The seed builds equal rows, and copies them into the tables. */
export {
  addCounts,
  countByStatus,
  NO_COUNTS,
  type Counts,
} from '../executions/life-cycle/execution-state.ts';
export {
  buildPartIdentity,
  deriveSameCode,
  type PartIdentity,
} from '../executions/life-cycle/parts/part-identity.ts';
export { UPLOADED_COLUMNS, type UploadedExecution } from '../db/execution-columns.ts';
export { buildNewExecution, buildExecutionUpdate } from '../ingest/execution/execution-merge.ts';
export {
  toLockedExecution,
  type LockedExecution,
  type UpdatedExecution,
} from '../ingest/execution/execution-rows.queries.ts';
export { derivePartTimes, uniteSpans } from '../ingest/part/part-times.ts';
export {
  buildFileRow,
  buildResultRow,
  type AttemptRow,
  type FileRow,
  type ResultRow,
} from '../ingest/results/result-rows.ts';
export { TextPool } from '../ingest/texts/stored-texts.ts';
