import { formatCount } from '@svc/contract/zod-free/amounts';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { RunEnd } from '@svc/reporter-core/report/execution-status';
import { buildIngestErrors } from '../results/ingest-error.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Errors that belong to no file: unhandled rejections and exceptions (unless the user configured Vitest to ignore
 * them), and a run that failed before its first test. Vitest does not report the error of a failing global setup to
 * reporters, only its effect.
 */
export function collectExecutionErrors(
  { vitest, unhandledErrors, modules, plannedFiles }: RunRecord,
  end: RunEnd,
  sentPath: (path: string) => string,
): TestError[] | undefined {
  const errors: TestError[] = [];
  if (!vitest.config.dangerouslyIgnoreUnhandledErrors) {
    errors.push(...buildIngestErrors(unhandledErrors, sentPath));
  }
  if (end === 'failed' && modules.length === 0 && plannedFiles > 0 && errors.length === 0) {
    const files = `${formatCount(plannedFiles, 'test file')} ${plannedFiles === 1 ? 'was' : 'were'}`;
    const message = `No test ran, though ${files} found: see the log for the error, most likely of a globalSetup file.`;
    errors.push({ message });
  }
  return errors.length > 0 ? errors : undefined;
}
