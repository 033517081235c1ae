import type { CiFacts, GitFacts } from '@svc/contract/executions/ingest';
import type { Environment } from '../../options/options.ts';

/** One CI system. Absent and empty values are not sent. */
export interface CiProvider {
  /** The value of `ci.provider`. Also the first part of the execution's default key. */
  name: string;
  detect(env: Environment): boolean;
  /**
   * `runId` must be the same in all jobs of a run, `runAttempt` in all jobs that started together. Shards of one
   * execution are matched by both.
   */
  facts(env: Environment): CiFacts;
  /**
   * The leg of the matrix, equal in all shards of the leg. Most systems have no variable for it: on GitHub only
   * `SVC_LEG` sets a leg.
   */
  leg?: (env: Environment) => string | undefined;
  /**
   * Identifies the step of the job within the run: equal when it, or its command, is tried again, different in each leg
   * of the matrix. Legs of one name look the same otherwise.
   */
  step: (env: Environment) => string | undefined;
  /**
   * Facts that git cannot provide in a detached or shallow checkout. They take precedence over git's own answers.
   */
  git(env: Environment): GitFacts;
}

/**
 * `owner:branch` of a pull request from a fork, as GitHub writes it: a fork may call its branch like one of this
 * repository, which its executions must not count for; `fork:branch` without an owner. `source` and `target` are paths
 * (`acme/shop`) or addresses of repositories; without both, the branch stays as it is.
 */
export function qualifyBranch(
  branch: string | undefined,
  { source, target }: { source: string | undefined; target: string | undefined },
): string | undefined {
  const [from, to] = [source, target].map((one) => parseRepositoryPath(one ?? ''));
  if (!branch || !from || !to || from.toLowerCase() === to.toLowerCase()) return branch;
  return addForkOwner(branch, from.split('/').slice(0, -1).join('/') || 'fork');
}

/** Some CI systems can be set up to name the owner already. */
export function addForkOwner(branch: string | undefined, owner: string): string | undefined {
  return !branch || branch.startsWith(`${owner}:`) ? branch : `${owner}:${branch}`;
}

/** `acme/shop` of `git@github.com:acme/shop.git`, `https://github.com/acme/shop` and `acme/shop`. */
function parseRepositoryPath(repository: string): string {
  return (
    repository
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i, '')
      .replace(/^[^/]*:/, '')
      // Bitbucket Server has it in addresses of HTTP only.
      .replace(/^\/*(?:scm\/)?/, '')
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
  );
}

/** Undefined if one of the texts is missing. */
export function joinTexts(...texts: (string | undefined)[]): string | undefined {
  return texts.every(Boolean) ? texts.join(' ') : undefined;
}

/** Parses a retry counter that starts at 0, and returns it plus 1. */
export function parseNextInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) + 1 : undefined;
}

/** Undefined for an absent, empty or invalid number, such as Buildkite's `false` for "no pull request". */
export function parsePositiveInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
