import type { TestResult } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import type { FileContext } from './file-context.ts';
import { execErrorText, ingestError } from './ingest-error.ts';

/** A test file: its time with import and set-up, and what belongs to none of its tests. */
export function ingestFile(
  { perfStats, testExecError, failureMessage, testFilePath }: TestResult,
  context: FileContext,
  startedAt: number,
): IngestFile {
  return {
    file: context.file,
    variant: context.variant,
    // Of a file that broke off Jest gives no times.
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
  // A file that cannot be parsed is named in the message, by the path it has on this machine.
  const relative = (text: string): string => text.replaceAll(testFilePath, file);
  return [
    { ...error, message: relative(error.message), stack: error.stack && relative(error.stack) },
  ];
}
