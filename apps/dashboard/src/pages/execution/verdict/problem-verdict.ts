import { fingerprintOf } from '@svc/analysis/fingerprint';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { TestError } from '@svc/contract/executions/test-errors';

// The server reads so much of a text before it makes the fingerprint.
const READ_CHARACTERS = 16_000;

/**
 * The verdict on an error of the run (`file` null) or on a file that failed to load. Such verdicts have no result, and
 * are found by file and, if several are left, by fingerprint.
 */
export function problemVerdict(
  analysis: Analysis | null | undefined,
  { file, error }: { file: string | null; error: TestError | undefined },
): FailureVerdict | undefined {
  const verdicts = (analysis?.failures ?? []).filter(
    (verdict) => verdict.resultId === null && verdict.testId === null && verdict.file === file,
  );
  if (verdicts.length < 2 || error === undefined) return verdicts[0];
  const { message, stack } = error;
  const { fingerprint } = fingerprintOf({
    message: message.slice(0, READ_CHARACTERS),
    ...(stack === undefined ? {} : { stack: stack.slice(0, READ_CHARACTERS) }),
  });
  return verdicts.find((verdict) => verdict.fingerprint === fingerprint);
}
