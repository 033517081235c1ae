import { expect } from 'vitest';
import { nodeVersion } from '../projects/run-command.ts';

export interface ExpectedExecution {
  framework: 'vitest' | 'jest' | 'playwright';
  /** The start of the version. */
  version: string;
  /** Absent totals are 0. */
  totals: Record<string, number>;
  /** Errors of the run itself. */
  errors?: object[];
  /** Whether a file failed outside its tests. */
  hasFileErrors?: boolean;
}

/**
 * The expected execution of a failed run on a developer's machine, without its files and results. Read back from
 * the server at `url`, in the form of `steadyExecution`.
 */
export function expectedExecution(
  url: string,
  { framework, version, totals, errors = [], hasFileErrors = false }: ExpectedExecution,
): object {
  return {
    number: 1,
    key: 'a UUID',
    project: 'fixture',
    attempt: 1,
    previousAttemptId: null,
    name: null,
    legs: [],
    framework,
    frameworkVersion: expect.stringMatching(new RegExp(`^${version}\\.`)),
    reporter: { name: `@svc/${framework}-reporter`, version: '0.1.0' },
    status: 'failed',
    startedAt: 'a time',
    finishedAt: 'a time',
    durationMs: 'a duration',
    totals: {
      tests: 0,
      passed: 0,
      failed: 0,
      skipped: 0,
      flaky: 0,
      timedOut: 0,
      interrupted: 0,
      ...totals,
    },
    git: {},
    ci: {},
    environment: {
      name: 'local',
      os: process.platform,
      arch: process.arch,
      runtime: `node ${nodeVersion()}`,
    },
    tags: [],
    shards: { expected: 1, received: 1, carried: 0 },
    partial: [],
    hasFileErrors,
    excused: 0,
    resultsExpiredAt: null,
    url: `${url}/executions/a UUID`,
    errors,
    artifacts: [],
  };
}

/** The expected test file, without errors and output by default. */
export function expectedFile(file: string, more: object = {}): object {
  return {
    file,
    variant: null,
    durationMs: 'a duration',
    errors: [],
    stdout: null,
    stderr: null,
    ...more,
  };
}
