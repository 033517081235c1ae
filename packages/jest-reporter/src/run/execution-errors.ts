import type { AggregatedResult } from '@jest/reporters';
import type { TestError } from '@svc/contract/executions/test-errors';
import { buildExecErrorText, buildIngestError } from '../results/ingest-error.ts';

/**
 * Errors that fail the run but belong to no file: an error of Jest itself, and obsolete snapshots. Does not include
 * errors of the global setup, because reporters do not exist yet, and of the global teardown, which runs after the
 * reporters.
 */
export function collectExecutionErrors(
  results: AggregatedResult,
  sentPath: (path: string) => string,
): TestError[] | undefined {
  const errors: TestError[] = [];
  if (results.runExecError) {
    errors.push(buildIngestError(buildExecErrorText(results.runExecError), sentPath));
  }
  const obsolete = describeObsoleteSnapshots(results, sentPath);
  if (obsolete !== undefined) errors.push({ message: obsolete });
  return errors.length > 0 ? errors : undefined;
}

function describeObsoleteSnapshots(
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
