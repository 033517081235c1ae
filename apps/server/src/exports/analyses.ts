/** The functions that the benchmark of analyses measures. */
export { analyze } from '@svc/analysis/analyze/analyze';
export { analyzeExecution } from '../analyses/analyze-execution.ts';
export { readExecutionInput } from '../analyses/input/execution-input.ts';
export { findJudgedExecution } from '../analyses/input/judged-execution.queries.ts';
