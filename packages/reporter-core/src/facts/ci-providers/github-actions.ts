import { randomUUID } from 'node:crypto';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { Environment } from '../../options/options.ts';
import { type CiProvider, joinTexts, addForkOwner, parsePositiveInteger } from './ci-provider.ts';
import { readGitHubEvent } from './github-event.ts';

/** @see https://docs.github.com/en/actions/reference/workflows-and-actions/variables */
export const githubActions: CiProvider = {
  name: 'github',
  detect: (env) => env['GITHUB_ACTIONS'] === 'true',
  facts: (env) => ({
    runId: env['GITHUB_RUN_ID'],
    runAttempt: parsePositiveInteger(env['GITHUB_RUN_ATTEMPT']),
    workflow: env['GITHUB_WORKFLOW'],
    job: env['GITHUB_JOB'],
    event: env['GITHUB_EVENT_NAME'],
    actor: env['GITHUB_TRIGGERING_ACTOR'] || env['GITHUB_ACTOR'],
    url: `${buildRepositoryUrl(env)}/actions/runs/${env['GITHUB_RUN_ID']}`,
    pullRequest:
      parsePositiveInteger(/^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]) ??
      readPullRequest(env).number,
  }),
  // The tracking id differs in each started job. A container may lack it, and has its own name.
  step: (env) =>
    joinTexts(
      env['RUNNER_TRACKING_ID'] || joinTexts(env['RUNNER_NAME'], env['HOSTNAME']),
      env['GITHUB_ACTION'],
    ) ?? randomUUID(),
  git: (env) => {
    const pull = readPullRequest(env);
    // On pull_request, GitHub checks out a merge commit that it created. The head commit is the commit that users
    // recognize.
    return {
      branch:
        pull.forkBranch ??
        (env['GITHUB_HEAD_REF'] || (isTag(env) ? undefined : env['GITHUB_REF_NAME'])),
      commit: pull.headCommit ?? env['GITHUB_SHA'],
      message: pull.title,
      author: pull.author,
      repository: buildRepositoryUrl(env),
      baseBranch: env['GITHUB_BASE_REF'] || pull.baseBranch,
      baseCommit: pull.baseCommit,
    };
  },
};

function buildRepositoryUrl(env: Environment): string {
  return `${env['GITHUB_SERVER_URL'] ?? 'https://github.com'}/${env['GITHUB_REPOSITORY']}`;
}

function isTag(env: Environment): boolean {
  return env['GITHUB_REF_TYPE'] === 'tag';
}

interface PullRequest {
  number?: number | undefined;
  baseBranch?: string | undefined;
  /**
   * `owner:branch`: a fork may call its branch like one of this repository, which its executions must not count for.
   */
  forkBranch?: string | undefined;
  headCommit?: string | undefined;
  baseCommit?: string | undefined;
  title?: string | undefined;
  author?: string | undefined;
}

function readPullRequest(env: Environment): PullRequest {
  const event = readGitHubEvent(env);
  if (isRecord(event['merge_group'])) return mergeGroup(event['merge_group']);
  if (!isRecord(event['pull_request'])) return {};
  const { number, head, base, title, user } = event['pull_request'];
  return {
    // On pull_request_target, the ref belongs to the base branch. Only the event contains the number.
    number: parsePositiveInteger(String(number)),
    forkBranch: isFork(head, base) ? forkBranch(head) : undefined,
    headCommit: findString(head, 'sha'),
    baseCommit: findString(base, 'sha'),
    title: typeof title === 'string' ? title : undefined,
    author: findString(user, 'login'),
  };
}

/** True also if the fork is deleted. */
function isFork(head: unknown, base: unknown): boolean {
  const [from, to] = [head, base].map(
    (side) => isRecord(side) && findString(side['repo'], 'full_name'),
  );
  return typeof to === 'string' && from !== to;
}

/** GitHub's label has the owner. Gitea's and Forgejo's is the branch alone, and they run GitHub's workflows. */
function forkBranch(head: unknown): string | undefined {
  const label = findString(head, 'label');
  if (label?.includes(':') === true) return label;
  const [from, user] = isRecord(head) ? [head['repo'], head['user']] : [];
  const owner = findString(from, 'full_name')?.split('/')[0] || findString(user, 'login') || 'fork';
  return addForkOwner(findString(head, 'ref') || label, owner);
}

/** A merge queue tests its own commit on its own branch. */
function mergeGroup(group: Record<string, unknown>): PullRequest {
  return {
    headCommit: findString(group, 'head_sha'),
    baseCommit: findString(group, 'base_sha'),
    baseBranch: findString(group, 'base_ref')?.replace(/^refs\/heads\//, ''),
  };
}

function findString(value: unknown, name: string): string | undefined {
  const field = isRecord(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}
