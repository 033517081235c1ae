import { type CiProvider, positiveInteger } from './ci-provider.ts';

/** @see https://learn.microsoft.com/azure/devops/pipelines/build/variables */
export const azurePipelines: CiProvider = {
  name: 'azure',
  detect: (env) => Boolean(env['TF_BUILD']),
  facts: (env) => ({
    runId: env['BUILD_BUILDID'],
    runAttempt: positiveInteger(env['SYSTEM_STAGEATTEMPT']),
    workflow: env['BUILD_DEFINITIONNAME'],
    job: env['SYSTEM_JOBDISPLAYNAME'],
    event: env['BUILD_REASON'],
    actor: env['BUILD_REQUESTEDFOR'],
    url: `${env['SYSTEM_COLLECTIONURI'] ?? ''}${env['SYSTEM_TEAMPROJECT']}/_build/results?buildId=${env['BUILD_BUILDID']}`,
    pullRequest: positiveInteger(
      env['SYSTEM_PULLREQUEST_PULLREQUESTNUMBER'] || env['SYSTEM_PULLREQUEST_PULLREQUESTID'],
    ),
  }),
  git: (env) => ({
    branch: branchName(env['SYSTEM_PULLREQUEST_SOURCEBRANCH'] || env['BUILD_SOURCEBRANCH']),
    commit: env['SYSTEM_PULLREQUEST_SOURCECOMMITID'] || env['BUILD_SOURCEVERSION'],
    message: env['BUILD_SOURCEVERSIONMESSAGE'],
    author: env['BUILD_SOURCEVERSIONAUTHOR'],
    repository: env['BUILD_REPOSITORY_URI'],
    baseBranch: branchName(env['SYSTEM_PULLREQUEST_TARGETBRANCH']),
  }),
};

/** Undefined for tags and merge refs. */
function branchName(ref: string | undefined): string | undefined {
  if (ref?.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref?.startsWith('refs/') ? undefined : ref;
}
