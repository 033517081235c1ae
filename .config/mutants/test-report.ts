/** How a run of tests ended. `broken`: it could not run, such as after an error of the compiler. */
export type TestReport = { kind: 'passed' } | FailedTest | { kind: 'broken'; why: string };

export interface FailedTest {
  kind: 'failed';
  file: string;
  /** Empty for a file that failed outside of its tests, such as in a hook. */
  title: string;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** The first failed test in the report of Vitest's reporter `json`; null without one. */
export function failedVitestTest(json: string): FailedTest | null {
  const { testResults } = JSON.parse(json) as VitestReport;
  for (const { name, assertionResults } of testResults) {
    const test = assertionResults.find(({ status }) => status === 'failed');
    if (test !== undefined) return { kind: 'failed', file: name, title: test.fullName };
  }
  const file = testResults.find(({ status }) => status === 'failed');
  return file === undefined ? null : { kind: 'failed', file: file.name, title: '' };
}

/** The first failed test in what `apps/dashboard/test/run.ts` prints; null without one. */
export function failedBrowserTest(text: string): FailedTest | null {
  const [, file, title] = /^ FAIL {2}dashboard {2}(.+?) > (.+)$/m.exec(text) ?? [];
  return file === undefined || title === undefined ? null : { kind: 'failed', file, title };
}
