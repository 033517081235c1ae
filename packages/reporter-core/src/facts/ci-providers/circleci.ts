import { type CiProvider, joinTexts, parsePositiveInteger } from './ci-provider.ts';

/** @see https://circleci.com/docs/reference/variables/ */
export const circleci: CiProvider = {
  name: 'circleci',
  detect: (env) => env['CIRCLECI'] === 'true',
  facts: (env) => ({
    // A rerun gets a new workflow id, so there is no attempt number.
    runId: env['CIRCLE_WORKFLOW_ID'],
    job: env['CIRCLE_JOB'],
    actor: env['CIRCLE_USERNAME'] || env['CIRCLE_PR_USERNAME'],
    url: env['CIRCLE_BUILD_URL'],
    pullRequest: parsePositiveInteger(
      env['CIRCLE_PR_NUMBER'] || /\/(\d+)$/.exec(env['CIRCLE_PULL_REQUEST'] ?? '')?.[1],
    ),
  }),
  step: (env) => joinTexts(env['CIRCLE_WORKFLOW_JOB_ID'], env['CIRCLE_NODE_INDEX']),
  git: (env) => ({
    branch: env['CIRCLE_BRANCH'],
    commit: env['CIRCLE_SHA1'],
    repository: env['CIRCLE_REPOSITORY_URL'],
  }),
};
