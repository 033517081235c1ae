import {
  qualifyBranch,
  type CiProvider,
  parseNextInteger,
  parsePositiveInteger,
} from './ci-provider.ts';

/** @see https://buildkite.com/docs/pipelines/configure/environment-variables */
export const buildkite: CiProvider = {
  name: 'buildkite',
  detect: (env) => env['BUILDKITE'] === 'true',
  facts: (env) => ({
    runId: env['BUILDKITE_BUILD_ID'],
    // Buildkite counts retries per job, so a retried shard becomes a separate execution. Under the key of the first
    // one, the server would treat its results as duplicates.
    runAttempt: parseNextInteger(env['BUILDKITE_RETRY_COUNT']),
    workflow: env['BUILDKITE_PIPELINE_SLUG'],
    job: env['BUILDKITE_LABEL'] || env['BUILDKITE_STEP_KEY'],
    event: env['BUILDKITE_SOURCE'],
    actor: env['BUILDKITE_BUILD_CREATOR'],
    url: env['BUILDKITE_BUILD_URL'],
    pullRequest: parsePositiveInteger(env['BUILDKITE_PULL_REQUEST']),
  }),
  step: (env) => env['BUILDKITE_JOB_ID'],
  git: (env) => ({
    branch: qualifyBranch(env['BUILDKITE_BRANCH'], {
      source: env['BUILDKITE_PULL_REQUEST_REPO'],
      target: env['BUILDKITE_REPO'],
    }),
    // The value is `HEAD` until the agent has checked out.
    commit: env['BUILDKITE_COMMIT'] === 'HEAD' ? undefined : env['BUILDKITE_COMMIT'],
    message: env['BUILDKITE_MESSAGE'],
    author: env['BUILDKITE_BUILD_AUTHOR'],
    repository: env['BUILDKITE_REPO'],
    baseBranch: env['BUILDKITE_PULL_REQUEST_BASE_BRANCH'],
  }),
};
