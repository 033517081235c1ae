import type { TestResult } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/ingest';
import type { TestError } from '@svc/contract/test-errors';
import { textOf, type UserOutput } from '@svc/reporter-core/user-output';
import type { FileContext } from './file-context.ts';
import { execErrorText, ingestError } from './ingest-error.ts';

/** A test file: its time with import and set-up, and what belongs to none of its tests. */
export function ingestFile(
  { perfStats, testExecError, failureMessage, testFilePath, console }: TestResult,
  context: FileContext,
  { startedAt, output }: { startedAt: number; output: UserOutput },
): IngestFile {
  for (const { type, message } of console ?? []) {
    const stream = ERROR_TYPES.has(type) ? 'stderr' : 'stdout';
    output.add(testFilePath, { type: stream, content: `${message}\n`, time: 0 });
  }
  const chunks = output.take(testFilePath);
  return {
    file: context.file,
    variant: context.variant,
    // Of a file that broke off Jest gives no times.
    durationMs: Math.max(
      0,
      perfStats.end > 0 ? perfStats.end - perfStats.start : Date.now() - startedAt,
    ),
    errors: fileErrors({ testExecError, failureMessage, testFilePath }, context),
    stdout: textOf(chunks, 'stdout'),
    stderr: textOf(chunks, 'stderr'),
  };
}

/** As Node's own console has it. */
const ERROR_TYPES = new Set(['assert', 'error', 'trace', 'warn']);

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
