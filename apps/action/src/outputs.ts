import { setOutput } from '@actions/core';
import { changesOf, failedTests, statusOf, totalsOf, type Report } from './report/report.ts';
import { headline } from './text/words.ts';

/** Sets every output of `action.yml`. What is not known is an empty text. */
export function setOutputs(report: Report | null): void {
  const totals = report && totalsOf(report);
  const changes = report && changesOf(report);
  const execution = report && mostImportant(report);
  const outputs: Record<string, string | number | null | undefined> = {
    'execution-id': execution?.id,
    url: execution?.url,
    status: report && statusOf(report),
    passed: totals?.passed,
    failed: report && failedTests(report),
    skipped: totals?.skipped,
    flaky: totals?.flaky,
    regressions: changes?.regressions,
    'new-failures': changes && changes.regressions + changes.newFailing,
    'new-causes': changes && report.causes.new.total,
    headline: report && headline(report),
    classification: report?.verdict?.classification,
    confidence: report?.verdict?.confidence,
    gate: report?.gate?.verdict,
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value ?? '');
}

/** Of several executions the first that failed, else the first. */
function mostImportant({ executions }: Report) {
  return executions.find(({ status }) => status === 'failed') ?? executions[0];
}
