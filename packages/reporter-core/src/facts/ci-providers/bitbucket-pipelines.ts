import { type CiProvider, parsePositiveInteger } from './ci-provider.ts';

/** @see https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/ */
export const bitbucketPipelines: CiProvider = {
  name: 'bitbucket',
  detect: (env) => Boolean(env['BITBUCKET_BUILD_NUMBER']),
  facts: (env) => ({
    runId: env['BITBUCKET_PIPELINE_UUID'] || env['BITBUCKET_BUILD_NUMBER'],
    // Counts the runs of this step. `Rerun failed steps` keeps the pipeline's id.
    runAttempt: parsePositiveInteger(env['BITBUCKET_STEP_RUN_NUMBER']),
    job: env['BITBUCKET_STEP_UUID'],
    event: env['BITBUCKET_PR_ID'] ? 'pull_request' : undefined,
    actor: env['BITBUCKET_STEP_TRIGGERER_UUID'],
    url: `${env['BITBUCKET_GIT_HTTP_ORIGIN']}/pipelines/results/${env['BITBUCKET_BUILD_NUMBER']}`,
    pullRequest: parsePositiveInteger(env['BITBUCKET_PR_ID']),
  }),
  step: (env) => env['BITBUCKET_STEP_UUID'],
  git: (env) => ({
    // Bitbucket runs no pipeline of this repository for a pull request from a fork.
    branch: env['BITBUCKET_BRANCH'],
    commit: env['BITBUCKET_COMMIT'],
    repository: env['BITBUCKET_GIT_HTTP_ORIGIN'],
    baseBranch: env['BITBUCKET_PR_DESTINATION_BRANCH'],
    baseCommit: env['BITBUCKET_PR_DESTINATION_COMMIT'],
  }),
};
