import { randomUUID } from 'node:crypto';
import type { Environment } from '../../options/options.ts';
import { type CiProvider, addForkOwner, parsePositiveInteger } from './ci-provider.ts';

/**
 * @see https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables (git and branch plugins
 * included)
 */
export const jenkins: CiProvider = {
  name: 'jenkins',
  detect: (env) => Boolean(env['JENKINS_URL'] && env['BUILD_NUMBER']),
  facts: (env) => ({
    runId: `${env['JOB_NAME'] ?? 'job'}#${env['BUILD_NUMBER']}`,
    workflow: env['JOB_NAME'],
    job: env['STAGE_NAME'],
    event: env['CHANGE_ID'] ? 'pull_request' : undefined,
    actor: env['BUILD_USER_ID'] || env['CHANGE_AUTHOR'],
    url: env['BUILD_URL'],
    pullRequest: parsePositiveInteger(env['CHANGE_ID']),
  }),
  // Legs of a matrix that run one after the other have the same variables, so no two runs are one step.
  step: () => randomUUID(),
  git: (env) => ({
    branch:
      buildChangeBranch(env) ||
      (env['BRANCH_NAME'] || env['GIT_BRANCH'])?.replace(/^(?:refs\/)?(?:remotes\/)?origin\//, ''),
    commit: env['GIT_COMMIT'],
    message: env['CHANGE_TITLE'],
    author: env['CHANGE_AUTHOR_DISPLAY_NAME'],
    repository: env['GIT_URL'],
    baseBranch: env['CHANGE_TARGET'],
  }),
};

/** `CHANGE_FORK` is the fork's owner, with its name if that differs from this repository's. */
function buildChangeBranch(env: Environment): string | undefined {
  const [owner] = (env['CHANGE_FORK'] ?? '').split('/');
  return owner ? addForkOwner(env['CHANGE_BRANCH'], owner) : env['CHANGE_BRANCH'];
}
