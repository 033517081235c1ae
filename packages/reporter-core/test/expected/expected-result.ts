import { expect } from 'vitest';

/** A result as it is read back from a server, with the steadiness of `steadyExecution`. */
export function result(
  line: number | null,
  titlePath: string[],
  status: string,
  attempts: readonly object[],
): object {
  return {
    title: titlePath.at(-1),
    titlePath,
    suite: titlePath.length > 1 ? titlePath.slice(0, -1).join(' › ') : null,
    line,
    column: expect.any(Number),
    variant: null,
    status,
    flaky: false,
    expectedFailure: false,
    retries: 0,
    durationMs: 'a duration',
    startedAt: 'a time',
    attempts: attempts.map((each, index) => ({ ...each, index: index + 1 })),
    tags: [],
    annotations: [],
    owner: null,
    artifactIds: [],
    part: null,
  };
}

/** One attempt of it. */
export function attempt(status: string, errors: object[] = []): object {
  return {
    status,
    durationMs: 'a duration',
    startedAt: 'a time',
    errors,
    steps: [],
    stdout: null,
    stderr: null,
  };
}

/** The attempt that is read back of a test that never began. */
export function noAttempt(): object {
  return { ...attempt('skipped'), startedAt: null };
}

/** The received form of an error thrown at a line of a file. The frame is on top of its stack. */
export function errorAt(message: string, file: string, line: number): object {
  const pattern = message.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return {
    message,
    stack: expect.stringMatching(new RegExp(`^${pattern}\n    at .*${file}:${line}:`)),
    snippet: expect.stringMatching(new RegExp(`^> +${line} \\| `, 'm')),
    location: { file, line, column: expect.any(Number) },
  };
}
