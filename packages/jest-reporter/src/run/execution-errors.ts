import type { AggregatedResult } from '@jest/reporters';
import type { TestError } from '@svc/contract/executions/test-errors';
import { execErrorText, ingestError } from '../results/ingest-error.ts';

/**
 * Errors that fail the run but belong to no file: an error of Jest itself, and obsolete snapshots. Does not include
 * errors of the global setup, because reporters do not exist yet, and of the global teardown, which runs after the
 * reporters.
 */
export function executionErrors(
  results: AggregatedResult,
  sentPath: (path: string) => string,
): TestError[] | undefined {
  const errors: TestError[] = [];
  if (results.runExecError) {
    errors.push(ingestError(execErrorText(results.runExecError), sentPath));
  }
  const obsolete = obsoleteSnapshots(results, sentPath);
  if (obsolete !== undefined) errors.push({ message: obsolete });
  return errors.length > 0 ? errors : undefined;
}

function obsoleteSnapshots(
  { snapshot }: AggregatedResult,
  sentPath: (path: string) => string,
): string | undefined {
  const { failure, unchecked, filesRemoved, uncheckedKeysByFile } = snapshot;
  if (!failure || unchecked + filesRemoved === 0) return undefined;
  const files = uncheckedKeysByFile.map(({ filePath }) => sentPath(filePath));
  const removed = filesRemoved > 0 ? [`${filesRemoved} snapshot files without a test file`] : [];
  const places = [...files, ...removed].join(', ');
  return `Obsolete snapshots fail this run; 'jest --updateSnapshot' removes them: ${places}`;
}
