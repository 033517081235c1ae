import { setOutput } from '@actions/core';
import {
  sumChanges,
  countFailedTests,
  pickWorstStatus,
  sumTotals,
  type Report,
} from './report/report.ts';
import { formatHeadline } from './text/words.ts';

/** Sets every output of `action.yml`. Unknown values are empty. */
export function setOutputs(report: Report | null): void {
  const totals = report && sumTotals(report);
  const changes = report && sumChanges(report);
  const execution = report && pickMainExecution(report);
  const outputs: Record<string, string | number | null | undefined> = {
    'execution-id': execution?.id,
    url: execution?.url,
    status: report && pickWorstStatus(report),
    passed: totals?.passed,
    failed: report && countFailedTests(report),
    skipped: totals?.skipped,
    flaky: totals?.flaky,
    regressions: changes?.regressions,
    'new-failures': changes && changes.regressions + changes.newFailing,
    'new-causes': changes && report.causes.new.total,
    headline: report && formatHeadline(report),
    classification: report?.verdict?.classification,
    confidence: report?.verdict?.confidence,
    gate: report?.gate?.verdict,
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value ?? '');
}

/** The first failed execution, else the first execution. */
function pickMainExecution({ executions }: Report) {
  return executions.find(({ status }) => status === 'failed') ?? executions[0];
}
