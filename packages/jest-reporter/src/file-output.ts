import type { TestResult } from '@jest/test-result';
import type { IngestFile } from '@svc/contract/ingest';
import { textOf, type UserOutput } from '@svc/reporter-core/output/user-output';

/** What a test file has written to the console, as far as there is room for it; of which test, Jest does not tell. */
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

/** As Node's own console has it. */
const ERROR_TYPES = new Set(['assert', 'error', 'trace', 'warn']);
