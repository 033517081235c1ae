/** What the benchmark of analyses measures. */
export { analyze } from '@svc/analysis/analyze';
export { analyzeExecution } from '../verdicts/analyze-execution.ts';
export { readExecutionInput } from '../verdicts/input/execution-input.ts';
export { findJudgedExecution } from '../verdicts/input/judged-execution.queries.ts';
