import { MOST_CHARACTERS } from '@svc/analysis/classify/limits';
import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import type { TestError } from '@svc/contract/executions/test-errors';

/** A failure that is open on the page. Without `file`, a problem is an error of the run. */
export type OpenFailure =
  | { kind: 'result'; resultId: string; testId: string }
  | { kind: 'problem'; file: string | null; fingerprint: string | null };

/** An error of the run (`file` null), or a file that failed to load. `error` is its first one. */
export function buildProblem(
  { git, project }: Pick<Execution, 'git' | 'project'>,
  { file, error }: { file: string | null; error: TestError | undefined },
): OpenFailure {
  if (error === undefined) return { kind: 'problem', file, fingerprint: null };
  const { message, stack } = error;
  const { fingerprint } = computeFingerprint(
    {
      // The server cuts off both texts before it computes the fingerprint.
      message: message.slice(0, MOST_CHARACTERS),
      ...(stack === undefined ? {} : { stack: stack.slice(0, MOST_CHARACTERS) }),
    },
    // As the server finds the root of paths.
    { repository: git.repository ?? project },
  );
  return { kind: 'problem', file, fingerprint };
}

/**
 * The verdict on a failure. Verdicts on what failed outside of tests have no result: they are found by file and
 * fingerprint. Among the listed ones, a file is found by its name alone. An error of the run needs its own fingerprint.
 */
export function findVerdict(
  verdicts: readonly FailureVerdict[],
  failure: OpenFailure,
): FailureVerdict | undefined {
  if (failure.kind === 'result') {
    return verdicts.find(({ resultId }) => resultId === failure.resultId);
  }
  const { file, fingerprint } = failure;
  const ofPlace = verdicts.filter(
    (verdict) => verdict.resultId === null && verdict.testId === null && verdict.file === file,
  );
  const same = ofPlace.find((verdict) => verdict.fingerprint === fingerprint);
  return same ?? (file === null ? undefined : ofPlace[0]);
}
