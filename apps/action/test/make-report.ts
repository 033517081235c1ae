import { NO_REPORTED_CAUSES, type Report, type ReportedFailure } from '../src/report/report.ts';

/** The report of an execution with as many failures, and one flaky test. */
export function makeReport({
  failures,
  message,
  fingerprint,
}: {
  failures: number;
  message: string;
  /** Of all failures; by default each has its own. */
  fingerprint?: string;
}): Report {
  const totals = {
    tests: failures + 1,
    passed: 1,
    failed: failures,
    skipped: 0,
    flaky: 1,
    timedOut: 0,
    interrupted: 0,
  };
  return {
    executions: [
      {
        id: '1',
        label: 'shop #1',
        url: 'http://svc.example/1',
        pullRequest: null,
        status: 'failed',
        framework: 'vitest',
        name: null,
        branch: 'main',
        commit: 'c0ffee0',
        legs: [],
        job: null,
        shards: { expected: 1, received: 1, carried: 0 },
        totals,
        outside: 0,
        durationMs: 1_000,
        comparison: null,
        uncompared: null,
      },
    ],
    failures: Array.from({ length: failures }, (_, index) =>
      failure(index, { message, fingerprint: fingerprint ?? `fp2:${index}` }),
    ),
    causes: NO_REPORTED_CAUSES,
    unlisted: 0,
    flaky: [
      { titlePath: ['stock', 'counts'], variant: null, file: 'stock.test.ts', line: 3, legs: [] },
    ],
    outside: [],
    fixed: [],
    verdict: null,
    gate: null,
    notes: [],
  };
}

function failure(
  index: number,
  { message, fingerprint }: { message: string; fingerprint: string },
): ReportedFailure {
  return {
    titlePath: ['cart', `test ${index}`],
    variant: null,
    file: 'cart.test.ts',
    line: index + 1,
    legs: [],
    status: 'failed',
    error: { message },
    fingerprint,
    attempts: 1,
    change: null,
    classification: null,
    confidence: null,
    suggestion: null,
    excused: null,
  };
}
