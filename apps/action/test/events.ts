import type { Job } from './job.ts';

/** The event of a pull request, as far as the action reads it. */
export function pullRequestEvent({
  number = 7,
  head,
  headRepository = 'acme/shop',
}: {
  number?: number;
  /** The commit. */
  head: string;
  headRepository?: string;
}): Record<string, unknown> {
  return {
    repository: { full_name: 'acme/shop', default_branch: 'main' },
    pull_request: {
      number,
      title: 'Round in favour of the shop',
      user: { login: 'ada' },
      head: {
        sha: head,
        ref: 'rounding',
        label: `${headRepository.split('/')[0]}:rounding`,
        repo: { full_name: headRepository },
      },
      base: { sha: '', ref: 'main', repo: { full_name: 'acme/shop' } },
    },
  };
}

/** The variables that GitHub sets for it. */
export function pullRequestVariables({
  number = 7,
  branch = 'rounding',
  runId = '1002',
}: {
  number?: number;
  branch?: string;
  runId?: string;
} = {}): Record<string, string> {
  return {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REF: `refs/pull/${number}/merge`,
    GITHUB_REF_NAME: `${number}/merge`,
    GITHUB_HEAD_REF: branch,
    GITHUB_BASE_REF: 'main',
    GITHUB_RUN_ID: runId,
  };
}

/** The job of a pull request, whose comments are on this GitHub. */
export function pullRequestJob({
  head,
  gitHub,
  ...pullRequest
}: {
  head: string;
  gitHub: { url: string };
  number?: number;
  runId?: string;
}): Required<Pick<Job, 'event' | 'env'>> {
  return {
    event: pullRequestEvent({ ...pullRequest, head }),
    env: { ...pullRequestVariables(pullRequest), GITHUB_SHA: head, GITHUB_API_URL: gitHub.url },
  };
}
