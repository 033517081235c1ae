import type { CiFacts, GitFacts } from '@svc/contract/ingest';
import type { Environment } from '../../session/options.ts';

/** One CI system. Values that are absent or empty are left out of what is sent. */
export interface CiProvider {
  /** As it is sent in `ci.provider`, and the first part of the execution's default key. */
  name: string;
  detect(env: Environment): boolean;
  /** `runId` must be the same in all jobs of a run, `runAttempt` in all that were started together: shards meet by them. */
  facts(env: Environment): CiFacts;
  /**
   * What tells apart the jobs of a matrix. Most systems name it in no variable: on GitHub only `SVC_LEG`
   * does. Equal in all shards of a leg.
   */
  leg?: (env: Environment) => string | undefined;
  /** What git itself cannot tell of a detached or shallow checkout. It outranks what git tells. */
  git(env: Environment): GitFacts;
}

/** For counts of retries, which begin at 0. */
export function nextInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) + 1 : undefined;
}

/** Undefined for an absent, empty or absurd number, such as Buildkite's `false` for "no pull request". */
export function positiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
