import { expect } from 'vitest';
import { nodeVersion } from './run-command.ts';

export interface ExpectedExecution {
  framework: 'vitest' | 'jest' | 'playwright';
  /** How the version begins. */
  version: string;
  /** Those that are not named are 0. */
  totals: Record<string, number>;
  /** Of the run itself. */
  errors?: object[];
}

/**
 * What is told of a failed run on a developer's machine beside its files and results, read back from
 * the server at `url`, with the steadiness of `steadyExecution`.
 */
export function expectedExecution(
  url: string,
  { framework, version, totals, errors = [] }: ExpectedExecution,
): object {
  return {
    number: 1,
    key: 'a UUID',
    project: 'default',
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
    resultsExpiredAt: null,
    url: `${url}/executions/a UUID`,
    errors,
    artifacts: [],
  };
}

/** A test file as it is read back, of which there is nothing more to tell. */
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
