import { type CiProvider, nextInteger, positiveInteger } from './ci-provider.ts';

/** @see https://buildkite.com/docs/pipelines/configure/environment-variables */
export const buildkite: CiProvider = {
  name: 'buildkite',
  detect: (env) => env['BUILDKITE'] === 'true',
  facts: (env) => ({
    runId: env['BUILDKITE_BUILD_ID'],
    // Counts per job. A retried shard thus makes an execution of its own: under the first one's key
    // its results would be taken for the same ones sent twice.
    runAttempt: nextInteger(env['BUILDKITE_RETRY_COUNT']),
    workflow: env['BUILDKITE_PIPELINE_SLUG'],
    job: env['BUILDKITE_LABEL'] || env['BUILDKITE_STEP_KEY'],
    event: env['BUILDKITE_SOURCE'],
    actor: env['BUILDKITE_BUILD_CREATOR'],
    url: env['BUILDKITE_BUILD_URL'],
    pullRequest: positiveInteger(env['BUILDKITE_PULL_REQUEST']),
  }),
  git: (env) => ({
    branch: env['BUILDKITE_BRANCH'],
    // `HEAD` until the agent has checked out.
    commit: env['BUILDKITE_COMMIT'] === 'HEAD' ? undefined : env['BUILDKITE_COMMIT'],
    message: env['BUILDKITE_MESSAGE'],
    author: env['BUILDKITE_BUILD_AUTHOR'],
    repository: env['BUILDKITE_REPO'],
    baseBranch: env['BUILDKITE_PULL_REQUEST_BASE_BRANCH'],
  }),
};
