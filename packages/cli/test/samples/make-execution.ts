import type { Execution, ExecutionDetail, Result } from '@svc/contract/executions/executions';
import { ingestBody, type IngestResult } from '@svc/contract/executions/ingest';

import outcomes from '@svc/contract/fixtures/vitest-outcomes.json' with { type: 'json' };

const NO_TOTALS = {
  tests: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  timedOut: 0,
  interrupted: 0,
};

/** The body that reporters send. The service makes from it what these functions make. */
export const fixtureBody = ingestBody.parse(outcomes);

/** One passed execution on main; `changes` replace whole fields. */
export function makeExecution(changes: Partial<Execution> = {}): Execution {
  return {
    id: '0193a1b2-0000-7000-8000-000000000001',
    key: 'github:4711:1:unit',
    number: 811,
    project: 'web',
    attempt: 1,
    previousAttemptId: null,
    name: null,
    legs: [],
    framework: 'vitest',
    frameworkVersion: '5.1.1',
    reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
    status: 'passed',
    startedAt: '2026-11-21T09:00:00.000Z',
    finishedAt: '2026-11-21T09:02:48.000Z',
    durationMs: 168_000,
    totals: { ...NO_TOTALS, tests: 1204, passed: 1201, skipped: 3 },
    git: {
      branch: 'main',
      commit: 'a07be551c9f2b34d5566778899aabbccddeeff00',
      message: 'feat: pay by invoice',
    },
    ci: { provider: 'github', runId: '4711' },
    environment: { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' },
    tags: [],
    shards: { expected: 1, received: 1, carried: 0 },
    partial: [],
    hasFileErrors: false,
    classification: null,
    excused: 0,
    resultsExpiredAt: null,
    url: 'http://localhost:4400/executions/0193a1b2-0000-7000-8000-000000000001',
    ...changes,
  };
}

/** The execution that the contract's fixture describes, as the service answers it. */
export function makeDetail(changes: Partial<ExecutionDetail> = {}): ExecutionDetail {
  const { execution, files = [], results } = fixtureBody;
  return {
    ...makeExecution({
      number: 12,
      project: 'shop',
      name: 'unit',
      status: 'failed',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 2310,
      totals: { tests: 6, passed: 3, failed: 1, skipped: 1, flaky: 1, timedOut: 1, interrupted: 0 },
      git: execution.git ?? {},
      ci: execution.ci ?? {},
    }),
    errors: [],
    files: files.map((file) => ({
      file: file.file,
      variant: null,
      durationMs: file.durationMs,
      errors: file.errors ?? [],
      stdout: null,
      stderr: file.stderr ?? null,
    })),
    results: results.map((result) => makeResult(result)),
    artifacts: [],
    ...changes,
  };
}

/** A result as the service answers what a reporter sent. */
export function makeResult(sent: Partial<IngestResult> & Pick<IngestResult, 'titlePath'>): Result {
  const attempts = sent.attempts ?? [];
  const status = sent.status ?? 'passed';
  return {
    id: '0193a1b2-0000-7000-8000-000000000002',
    testId: '0123456789abcdef0123456789abcdef',
    title: sent.titlePath.at(-1) ?? '',
    titlePath: sent.titlePath,
    suite: null,
    file: sent.file ?? 'src/cart.test.ts',
    line: sent.line ?? null,
    column: sent.column ?? null,
    variant: sent.variant ?? null,
    part: null,
    status,
    flaky: status === 'passed' && attempts.some((attempt) => attempt.status === 'failed'),
    expectedFailure: sent.expectedFailure ?? false,
    retries: Math.max(0, attempts.length - 1),
    durationMs: sent.durationMs ?? 12,
    startedAt: null,
    attempts: attempts.map((attempt, index) => ({
      index: index + 1,
      status: attempt.status,
      durationMs: attempt.durationMs,
      startedAt: null,
      errors: attempt.errors ?? [],
      steps: [],
      stdout: attempt.stdout ?? null,
      stderr: attempt.stderr ?? null,
    })),
    tags: [],
    annotations: [],
    owner: sent.owner ?? null,
    fingerprint: null,
    classification: null,
    confidence: null,
    artifactIds: [],
  };
}
