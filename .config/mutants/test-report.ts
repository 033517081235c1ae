/** How a run of tests ended. `cannotRun`: why it could not run, such as after an error of the compiler. */
export type TestReport = { failed: FailedTest[] } | { cannotRun: string };

export interface FailedTest {
  file: string;
  /** Empty for a file that failed outside of its tests, such as in a hook. */
  title: string;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** The failed tests in the report of Vitest's reporter `json`. */
export function failedVitestTests(json: string): FailedTest[] {
  const { testResults } = JSON.parse(json) as VitestReport;
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map(({ fullName }) => ({ file: name, title: fullName }));
    // A file that did not run any more counts as failed too.
    const hasRun = message !== '' || assertionResults.length > 0;
    return status === 'failed' && hasRun ? [{ file: name, title: '' }] : [];
  });
}

/** The failed tests in what `apps/dashboard/test/run.ts` prints. */
export function failedBrowserTests(text: string): FailedTest[] {
  return [...text.matchAll(/^ FAIL {2}dashboard {2}(.+?) > (.+)$/gm)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );
}

/** `a.test.ts: adds`. */
export function nameOfTest({ file, title }: FailedTest): string {
  return title === '' ? file : `${file}: ${title}`;
}
