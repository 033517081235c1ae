import type { TestResult, Test } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { joinStream, type UserOutput } from '@svc/reporter-core/output/user-output';
import { buildExecErrorText, buildIngestError } from './ingest-error.ts';
import { clock } from '@svc/reporter-core/clock';

/** A test file: its time including import and setup, and errors outside its tests. */
export function buildIngestFile(
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
      perfStats.end > 0 ? perfStats.end - perfStats.start : clock.nowMs() - startedAt,
    ),
    errors: collectFileErrors({ testExecError, failureMessage, testFilePath }, context),
  };
}

function collectFileErrors(
  {
    testExecError,
    failureMessage,
    testFilePath,
  }: Pick<TestResult, 'testExecError' | 'failureMessage' | 'testFilePath'>,
  { file, sentPath }: FileContext,
): TestError[] | undefined {
  if (!testExecError) return undefined;
  const error = buildIngestError(buildExecErrorText(testExecError, failureMessage ?? ''), sentPath);
  // The message of a syntax error contains the absolute path of the file.
  const relative = (text: string): string => text.replaceAll(testFilePath, file);
  return [
    { ...error, message: relative(error.message), stack: error.stack && relative(error.stack) },
  ];
}

/** Common data for reading the tests of one file. */
export interface FileContext {
  /** The path in the sent form: POSIX, relative to the repository. */
  file: string;
  variant: string | undefined;
  sentPath: (path: string) => string;
  /** Why tests of this file were interrupted. */
  cutOffBy: string | undefined;
}

/** Distinguishes the same file in several Jest projects. Undefined in a plain project. */
export function getFileVariant({ context }: Test): string | undefined {
  return context.config.displayName?.name;
}

/** The console output of a test file, within the memory limits. Jest does not report which test wrote it. */
export function collectFileOutput(
  { console, testFilePath }: TestResult,
  output: UserOutput,
): Pick<IngestFile, 'stdout' | 'stderr'> {
  for (const { type, message } of console ?? []) {
    const stream = ERROR_TYPES.has(type) ? 'stderr' : 'stdout';
    output.add(testFilePath, { type: stream, content: `${message}\n`, time: 0 });
  }
  const chunks = output.take(testFilePath);
  return { stdout: joinStream(chunks, 'stdout'), stderr: joinStream(chunks, 'stderr') };
}

/** Types that Node's console writes to stderr. */
const ERROR_TYPES = new Set(['assert', 'error', 'trace', 'warn']);
