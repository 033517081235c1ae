// The face of this room: what other rooms may use of it.
export { registerCiAnalysisRest, registerCiAnalysisTrpc } from './ci-analysis/ci-analysis.rest.ts';
export { ciAnalysisRouter } from './ci-analysis/ci-analysis.router.ts';
export {
  analyzeDueExecutions,
  queueOlderExecutions,
} from './due-analyses/analyze-due-executions.ts';
export { type CountedCause, describeCauses } from './failure-causes/describe-causes.ts';
export { listPatterns } from './failure-causes/patterns.queries.ts';
export {
  buildExecutionFingerprintKey,
  readExecutionLabels,
  type SharedLabel,
} from './failure-classes/execution-labels.queries.ts';
export {
  buildFingerprintClassKey,
  readFingerprintClasses,
} from './failure-classes/fingerprint-verdicts.queries.ts';
export {
  NO_LABEL,
  readResultClasses,
  type VerdictClass,
} from './failure-classes/verdict-classes.queries.ts';
