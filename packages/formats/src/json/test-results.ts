import type { IngestAttempt, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { DeclaredCounts } from '../declared-counts.ts';
import { toEpochMs } from '../timestamps.ts';
import { toNumber, toRecord, toRecords, toText, type JsonRecord } from './json-fields.ts';
import type { MakeJsonReader } from './json-list.ts';

/** The differences between Jest's JSON report and Vitest's, which imitates it. */
export interface TestResultsTool {
  framework: string;
  result(test: JsonRecord, file: string, sentPath: (path: string) => string): IngestResult;
  /** The errors of a test file with these results. */
  fileErrors(module: JsonRecord, results: readonly IngestResult[]): TestError[] | undefined;
}

/**
 * A reader of `testResults`, a list of test files with their tests. `jest --json` and Vitest name the tests
 * `assertionResults`. The aggregated result that Jest passes to `testResultsProcessor` and `runCLI` names them
 * `testResults` as well, and the file `testFilePath`.
 * @throws ReportError for a report that counts tests but lists none.
 */
export function makeTestResultsReader(tool: TestResultsTool): MakeJsonReader {
  return (into, sentPath) => {
    const counts = new DeclaredCounts(into);
    const tellTotals = (document: JsonRecord): void => {
      const [tests, failures] = [document['numTotalTests'], document['numFailedTests']];
      counts.declare({ tests: toNumber(tests), failures: toNumber(failures) });
      into.tell({ status: deriveRunStatus(document) });
    };
    return {
      listPath: ['testResults'],
      head: (document) => {
        into.tell({ framework: tool.framework, startedAt: toEpochMs(document['startTime']) });
        tellTotals(document);
      },
      entry: (value) => {
        const file = buildTestFile(toRecord(value), tool, sentPath);
        counts.listed += file.results.length + (file.errors?.length ?? 0);
        const { results, startedAt, endedAt, ...facts } = file;
        into.tell({ startedAt, endedAt });
        into.addFile({ ...facts, durationMs: Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)) });
        for (const result of results) into.add(result);
      },
      tail: tellTotals,
      end: () => counts.refuseMissing(),
    };
  };
}

function buildTestFile(
  module: JsonRecord,
  tool: TestResultsTool,
  sentPath: (path: string) => string,
) {
  const file = sentPath(toText(module['name']) ?? toText(module['testFilePath']) ?? 'unknown');
  // jest-junit adds a test without a title for a file that could not run, and this report then contains it too.
  const tests = toRecords(module['assertionResults'] ?? module['testResults']).filter(
    ({ title }) => title !== undefined,
  );
  const results = tests.map((test) => tool.result(test, file, sentPath));
  const { start, end } = toRecord(module['perfStats']);
  return {
    file,
    results,
    startedAt: toEpochMs(module['startTime'] ?? start),
    endedAt: toEpochMs(module['endTime'] ?? end),
    errors: tool.fileErrors(module, results),
  };
}

/** Converts the tool's status of a test; for a failed test, the last attempt decides. */
export function deriveTestStatus(
  status: unknown,
  attempts: readonly IngestAttempt[],
): ResultStatus {
  if (status === 'passed') return 'passed';
  if (status === 'failed') return attempts.at(-1)?.status ?? 'failed';
  return 'skipped';
}

/** Jest's aggregated result may lack `success`, or have it true although tests failed. */
function deriveRunStatus(document: JsonRecord): 'failed' | 'interrupted' | undefined {
  if (document['wasInterrupted'] === true) return 'interrupted';
  const failures = ['numFailedTests', 'numRuntimeErrorTestSuites'];
  const hasFailures = failures.some((name) => (toNumber(document[name]) ?? 0) > 0);
  return document['success'] === false || hasFailures ? 'failed' : undefined;
}
