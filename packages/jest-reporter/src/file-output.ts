import type { TestResult } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/ingest';
import { textOf, type UserOutput } from '@svc/reporter-core/output/user-output';

/** The console output of a test file, within the memory limits. Jest does not report which test wrote it. */
export function fileOutput(
  { console, testFilePath }: TestResult,
  output: UserOutput,
): Pick<IngestFile, 'stdout' | 'stderr'> {
  for (const { type, message } of console ?? []) {
    const stream = ERROR_TYPES.has(type) ? 'stderr' : 'stdout';
    output.add(testFilePath, { type: stream, content: `${message}\n`, time: 0 });
  }
  const chunks = output.take(testFilePath);
  return { stdout: textOf(chunks, 'stdout'), stderr: textOf(chunks, 'stderr') };
}

/** The same assignment as in Node's console. */
const ERROR_TYPES = new Set(['assert', 'error', 'trace', 'warn']);
