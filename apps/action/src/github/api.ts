import { randomUUID } from 'node:crypto';
import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { SENDER } from '../version.ts';

const GitHub = Octokit.plugin(retry, throttling);
export type GitHubApi = InstanceType<typeof GitHub>;

// A comment is not worth holding a runner for longer.
const LONGEST_WAIT_SECONDS = 60;
const MOST_RETRIES = 3;
// A job must not hang because GitHub does.
const REQUEST_TIMEOUT_MS = 20_000;

/** GitHub's API, which waits for as long as GitHub asks when a rate limit is reached, within a minute. */
export function createGitHubApi({
  token,
  url,
  timeoutMs = REQUEST_TIMEOUT_MS,
  secondMs,
  log,
}: {
  token: string;
  url: string | undefined;
  /** Timeout of each try. */
  timeoutMs?: number;
  /** How long a second of GitHub's limits is. */
  secondMs: number;
  log: (line: string) => void;
}): GitHubApi {
  return new GitHub({
    auth: token,
    userAgent: `svc-action/${SENDER.version}`,
    ...(url !== undefined && { baseUrl: url }),
    request: {
      fetch: (address: string, init: RequestInit) =>
        fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
    },
    throttle: {
      // The plugin would share the pauses between writes with other instances of this process.
      id: randomUUID(),
      retryAfterBaseValue: secondMs,
      onRateLimit: mayWait(log),
      onSecondaryRateLimit: mayWait(log),
    },
    retry: { retries: 2, retryAfterBaseValue: secondMs },
    // The action reports each failure itself, once.
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
}

function mayWait(log: (line: string) => void) {
  return (retryAfter: number, _: unknown, __: unknown, retryCount: number): boolean => {
    const isWorthIt = retryAfter <= LONGEST_WAIT_SECONDS && retryCount < MOST_RETRIES;
    log(
      isWorthIt
        ? `GitHub's rate limit is reached; waiting for ${retryAfter} s`
        : `GitHub's rate limit is reached for ${retryAfter} s, which is too long to wait`,
    );
    return isWorthIt;
  };
}

export interface Refusal {
  /** Undefined if GitHub did not answer. */
  status: number | undefined;
  message: string;
}

/** The HTTP status and the message of a refused call; undefined for an error of another kind. */
export function findRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') {
    return undefined;
  }
  const isAnswered = 'response' in error && error.response !== undefined;
  return { status: isAnswered ? error.status : undefined, message: error.message };
}
