import type { Environment } from '../../options/options.ts';
import { qualifyBranch, type CiProvider, parsePositiveInteger } from './ci-provider.ts';

/** @see https://docs.gitlab.com/ci/variables/predefined_variables/ */
export const gitlabCi: CiProvider = {
  name: 'gitlab',
  detect: (env) => Boolean(env['GITLAB_CI']),
  facts: (env) => ({
    // GitLab does not distinguish a retried job from the first one.
    runId: env['CI_PIPELINE_ID'],
    workflow: env['CI_PIPELINE_NAME'],
    // `CI_JOB_NAME` of a parallel job ends with its index, as in `unit 2/5`.
    job: env['CI_JOB_NAME'],
    event: env['CI_PIPELINE_SOURCE'],
    actor: env['GITLAB_USER_LOGIN'],
    url: env['CI_PIPELINE_URL'],
    pullRequest: parsePositiveInteger(
      env['CI_MERGE_REQUEST_IID'] || env['CI_EXTERNAL_PULL_REQUEST_IID'],
    ),
  }),
  leg: (env) => env['CI_JOB_NAME']?.replace(/ \d+\/\d+$/, ''),
  // Names one job of the pipeline, with its index and its leg. A retry has it, too.
  step: (env) => env['CI_JOB_NAME'],
  git: (env) => ({
    branch:
      qualifyBranch(env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'], {
        source: env['CI_MERGE_REQUEST_SOURCE_PROJECT_PATH'],
        target: env['CI_MERGE_REQUEST_PROJECT_PATH'] || env['CI_PROJECT_PATH'],
      }) ||
      qualifyBranch(env['CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME'], {
        source: env['CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY'],
        target: env['CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY'],
      }) ||
      env['CI_COMMIT_BRANCH'],
    commit: findSourceCommit(env) || env['CI_COMMIT_SHA'],
    // GitLab creates the commit of a merged result, so its message and author are not the user's.
    message: findSourceCommit(env) ? env['CI_MERGE_REQUEST_TITLE'] : env['CI_COMMIT_MESSAGE'],
    author: findSourceCommit(env) ? undefined : env['CI_COMMIT_AUTHOR']?.replace(/\s*<[^>]*>$/, ''),
    repository: env['CI_PROJECT_URL'],
    baseBranch:
      env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'] ||
      env['CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME'],
    baseCommit: env['CI_MERGE_REQUEST_DIFF_BASE_SHA'],
  }),
};

/** The head of the merge request. GitLab sets it only in pipelines for merged results. */
function findSourceCommit(env: Environment): string | undefined {
  return (
    env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'] || env['CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA']
  );
}
