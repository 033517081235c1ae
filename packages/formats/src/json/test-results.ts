import type { IngestAttempt, IngestResult, ResultStatus } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { epochMsOf } from '../durations.ts';
import { recordOf, recordsIn, textOf, type JsonRecord } from './json-fields.ts';
import type { MakeJsonReader } from './json-reader.ts';

/** What differs between Jest's JSON report and that of Vitest, which imitates it. */
export interface TestResultsTool {
  framework: string;
  result(test: JsonRecord, file: string, sentPath: (path: string) => string): IngestResult;
  /** Of a test file, with the results in it. */
  fileErrors(module: JsonRecord, results: readonly IngestResult[]): TestError[] | undefined;
}

/** A reader of `testResults`, a list of test files with their tests in `assertionResults`. */
export function testResultsReader(tool: TestResultsTool): MakeJsonReader {
  return (into, sentPath) => ({
    listPath: ['testResults'],
    head: ({ startTime, success }) => {
      const { framework } = tool;
      into.tell({ framework, startedAt: epochMsOf(startTime), status: failedUnless(success) });
    },
    entry: (value) => {
      const module = recordOf(value);
      const file = sentPath(textOf(module['name']) ?? 'unknown');
      // Into files that could not run jest-junit puts a test of no title, which this report then has too.
      const tests = recordsIn(module['assertionResults']).filter(
        ({ title }) => title !== undefined,
      );
      const results = tests.map((test) => tool.result(test, file, sentPath));
      const startedAt = epochMsOf(module['startTime']);
      const endedAt = epochMsOf(module['endTime']);
      into.tell({ startedAt, endedAt });
      into.addFile({
        file,
        durationMs: Math.max(0, (endedAt ?? 0) - (startedAt ?? 0)),
        errors: tool.fileErrors(module, results),
      });
      for (const result of results) into.add(result);
    },
    tail: ({ success, wasInterrupted }) =>
      into.tell({ status: wasInterrupted === true ? 'interrupted' : failedUnless(success) }),
  });
}

/** The status of a test by the tool's word, and of a failed one by its last attempt. */
export function testStatus(status: unknown, attempts: readonly IngestAttempt[]): ResultStatus {
  if (status === 'passed') return 'passed';
  if (status === 'failed') return attempts.at(-1)?.status ?? 'failed';
  return 'skipped';
}

function failedUnless(success: unknown): 'failed' | undefined {
  return success === false ? 'failed' : undefined;
}
