import type { TestResult } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import type { FileContext } from './file-context.ts';
import { execErrorText, ingestError } from './ingest-error.ts';

/** A test file: its time including import and setup, and errors outside its tests. */
export function ingestFile(
  { perfStats, testExecError, failureMessage, testFilePath }: TestResult,
  context: FileContext,
  startedAt: number,
): IngestFile {
  return {
    file: context.file,
    variant: context.variant,
    // Jest reports no times for a file that failed to run.
    durationMs: Math.max(
      0,
      perfStats.end > 0 ? perfStats.end - perfStats.start : Date.now() - startedAt,
    ),
    errors: fileErrors({ testExecError, failureMessage, testFilePath }, context),
  };
}

function fileErrors(
  {
    testExecError,
    failureMessage,
    testFilePath,
  }: Pick<TestResult, 'testExecError' | 'failureMessage' | 'testFilePath'>,
  { file, sentPath }: FileContext,
): TestError[] | undefined {
  if (!testExecError) return undefined;
  const error = ingestError(execErrorText(testExecError, failureMessage ?? ''), sentPath);
  // The message of a syntax error contains the absolute path of the file.
  const relative = (text: string): string => text.replaceAll(testFilePath, file);
  return [
    { ...error, message: relative(error.message), stack: error.stack && relative(error.stack) },
  ];
}
