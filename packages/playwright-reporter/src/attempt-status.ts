import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { ResultStatus } from '@svc/contract/ingest';
import type { RunContext } from './run-context.ts';

/** The status of an attempt. A test that is expected to fail passes if it fails, and fails if it passes. */
export function attemptStatus(
  test: TestCase,
  result: TestResult,
  { record }: Pick<RunContext, 'record'>,
): ResultStatus {
  if (record.running.has(result)) return 'interrupted';
  if (test.expectedStatus !== 'failed') return result.status;
  if (result.status === 'failed') return 'passed';
  return result.status === 'passed' ? 'failed' : result.status;
}
