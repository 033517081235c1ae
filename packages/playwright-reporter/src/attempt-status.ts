import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { ResultStatus } from '@svc/contract/ingest';
import type { RunContext } from './run-context.ts';

/** Playwright's status of an attempt as a verdict: to fail as expected is to pass, and the other way round. */
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
