import type { Run } from '../run/run.ts';
import type { GitHubApi } from './api.ts';

export interface PullRequest {
  number: number;
  baseBranch: string;
}

/**
 * The pull request of a fork. The event of its `workflow_run` does not name it, so it is looked up by the fork's branch,
 * and must still have the tested commit. Undefined for a run that knows its pull request.
 */
export async function forkPullRequest(api: GitHubApi, run: Run): Promise<PullRequest | undefined> {
  if (run.ci.pullRequest !== undefined || run.forkBranch === undefined) return undefined;
  const { data } = await api.request('GET /repos/{owner}/{repo}/pulls', {
    ...run.repository,
    head: run.forkBranch,
    state: 'open',
  });
  const pull = data.find(({ head }) => head.sha === run.git.commit);
  return pull && { number: pull.number, baseBranch: pull.base.ref };
}
