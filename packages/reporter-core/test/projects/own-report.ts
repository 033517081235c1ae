import type { ExecutionDetail } from '@svc/contract/executions/executions';

/** A test in the JSON reports of Jest and Vitest. */
interface ReportedTest {
  ancestorTitles: string[];
  title: string;
  status: string;
  location?: { line: number; column: number };
  failureMessages: string[];
}

/** The tests of such a report, each as a text, sorted. `testsOf` returns the same texts for the execution. */
export function testsReported(report: string): string[] {
  const { testResults }: { testResults: { assertionResults: ReportedTest[] }[] } =
    JSON.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.map(textOfReported).sort();
}

/** The tests of an execution, each as a text, sorted. */
export function testsOf({ results }: ExecutionDetail): string[] {
  return results
    .map(({ titlePath, status, line, column, attempts }) => {
      const message = status === 'failed' ? attempts.at(-1)?.errors[0]?.message : undefined;
      return JSON.stringify([titlePath, status, line, column, message]);
    })
    .sort();
}

function textOfReported(test: ReportedTest): string {
  const titlePath = [...test.ancestorTitles, test.title];
  const status = ['todo', 'pending'].includes(test.status) ? 'skipped' : test.status;
  const message = status === 'failed' ? test.failureMessages[0]?.split('\n')[0] : undefined;
  return JSON.stringify([titlePath, status, test.location?.line, test.location?.column, message]);
}
