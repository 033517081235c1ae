import type { AnalysisInput, ExecutionFailure, Failure } from '../classify/failure.ts';
import { collectSignals, type FailureWithSignals } from '../classify/model/model.ts';
import { readFailure } from '../classify/read-failure.ts';
import { computeFingerprint } from '../fingerprint/fingerprint.ts';
import type { LogReading } from '../log/read-log.ts';
import { createSimilarFailureFinder } from './similar-failures.ts';

/** A failure of an execution with all signals in it. */
export interface ExecutionFailureWithSignals extends FailureWithSignals {
  failure: ExecutionFailure;
}

// The log of a job is about all of its failures. With more failures, its lines would count for the wrong ones.
const FAILURES_WITH_LOG = 10;

/**
 * Reads the failures of an execution together, each with the facts from the others and the log. If there is no failure,
 * reads the log's first error as the only one.
 */
export function* readFailures(
  {
    failures: given,
    ran,
    failed = 0,
    changedFiles,
    repository,
    corrected = [],
  }: Omit<AnalysisInput, 'log'>,
  log: LogReading | null,
): Generator<ExecutionFailureWithSignals, void> {
  const failures = given.length > 0 ? given : buildLogFailure(log);
  const tests = failures.filter(({ kind }) => kind === 'test');
  const sameFingerprint = countsOf(tests.map(({ fingerprint }) => fingerprint));
  // A failed test proves that tests ran.
  const nothingRan = tests.length === 0 && (ran ?? 0) === 0;
  const failedSetUp = log?.isSetUp === true && nothingRan ? (log.step ?? undefined) : undefined;
  const excerpt = failures.length <= FAILURES_WITH_LOG ? log?.excerpt : log && null;
  const changed = changedFiles === undefined ? undefined : new Set(changedFiles);
  const similarTo = createSimilarFailureFinder(corrected);
  for (const failure of failures) {
    const known: Failure = {
      ...failure,
      log: excerpt,
      changedFiles: changed,
      repository,
      history: withSimilar(failure, similarTo),
      shape: {
        ran,
        failed:
          failure.kind === 'test'
            ? Math.max(tests.length, failed, (failure.history?.coFailingTests ?? 0) + 1)
            : undefined,
        sameFingerprint: sameFingerprint.get(failure.fingerprint),
        failedSetUp,
      },
    };
    const read = readFailure(known);
    yield { failure, read, found: collectSignals(read) };
  }
}

function withSimilar(
  { history, pattern, fingerprint }: ExecutionFailure,
  similarTo: ReturnType<typeof createSimilarFailureFinder>,
): Failure['history'] {
  const similar = pattern === undefined ? [] : similarTo({ fingerprint, pattern });
  return similar.length === 0 ? history : { ...history, similar };
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The failure that a log alone shows, with the id `log`: its first error. None without an error. */
export function buildLogFailure(log: LogReading | null): ExecutionFailure[] {
  if (log === null || log.firstError === null) return [];
  const message = log.firstError.text;
  return [
    {
      id: 'log',
      kind: 'run',
      title: log.step ?? 'log',
      message,
      fingerprint: computeFingerprint({ message }).fingerprint,
    },
  ];
}
