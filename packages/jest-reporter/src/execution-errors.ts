import type { AggregatedResult } from '@jest/reporters';
import type { TestError } from '@svc/contract/test-errors';
import { execErrorText, ingestError } from './ingest-error.ts';

/**
 * What belongs to no file and yet fails the run: an error of Jest itself, and obsolete snapshots. A
 * failing global set-up keeps Jest from making reporters, and a failing global teardown comes after them.
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
