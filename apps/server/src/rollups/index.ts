// The face of this room: what other rooms may use of it.
export { listAnalysedExecutions, queueAnalysesAgain } from './analyses-again.queries.ts';
export { changeDefaultBranch } from './change-default-branch.ts';
export { markChanged } from './changes.queries.ts';
export { deleteExecutions } from './delete-executions.ts';
export { recountExecution } from './executions/derive.queries.ts';
export { deriveFailingResult, type FailingResult } from './executions/failing-result.ts';
export {
  type FailingResultRow,
  insertFailingResults,
} from './executions/failing-results.queries.ts';
export { resetFingerprintsFirstSeen, resetTestsFirstSeen } from './first-seen.queries.ts';
export { deleteExecutionRows } from './deleted-executions.queries.ts';
export { storeRunsOfExpired } from './keep-runs-of-expired.ts';
export { rebuildRollUps } from './rebuild.ts';
export { lockRollUps } from './roll-up.queries.ts';
export { rollUp, rollUpBeforeJudging, rollUpExecution, rollUpRest } from './roll-up.ts';
