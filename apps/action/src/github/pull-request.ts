import type { Run } from '../run/run.ts';
import type { GitHubApi } from './api.ts';

/**
 * The number of the pull request that the run tested. The event of a fork's `workflow_run` does not name it, so it is
 * looked up by the fork's branch, and must still have the tested commit.
 */
export async function pullRequestOf(api: GitHubApi, run: Run): Promise<number | undefined> {
  if (run.ci.pullRequest !== undefined) return run.ci.pullRequest;
  if (run.forkBranch === undefined) return undefined;
  const { data } = await api.request('GET /repos/{owner}/{repo}/pulls', {
    ...run.repository,
    head: run.forkBranch,
    state: 'open',
  });
  return data.find(({ head }) => head.sha === run.git.commit)?.number;
}
