import type { Environment } from '../../options/options.ts';
import {
  qualifyBranch,
  type CiProvider,
  joinTexts,
  addForkOwner,
  parsePositiveInteger,
} from './ci-provider.ts';

/** @see https://learn.microsoft.com/azure/devops/pipelines/build/variables */
export const azurePipelines: CiProvider = {
  name: 'azure',
  detect: (env) => Boolean(env['TF_BUILD']),
  facts: (env) => ({
    runId: env['BUILD_BUILDID'],
    runAttempt: parsePositiveInteger(env['SYSTEM_STAGEATTEMPT']),
    workflow: env['BUILD_DEFINITIONNAME'],
    job: env['SYSTEM_JOBDISPLAYNAME'],
    event: env['BUILD_REASON'],
    actor: env['BUILD_REQUESTEDFOR'],
    url: `${env['SYSTEM_COLLECTIONURI'] ?? ''}${env['SYSTEM_TEAMPROJECT']}/_build/results?buildId=${env['BUILD_BUILDID']}`,
    pullRequest: parsePositiveInteger(
      env['SYSTEM_PULLREQUEST_PULLREQUESTNUMBER'] || env['SYSTEM_PULLREQUEST_PULLREQUESTID'],
    ),
  }),
  // The second names the leg of a matrix. Retries of the job and of the task have the same names.
  step: (env) =>
    joinTexts(env['SYSTEM_PHASENAME'], env['SYSTEM_JOBNAME'], env['SYSTEM_TASKINSTANCENAME']),
  git: (env) => ({
    branch: findSourceBranch(env) || parseBranchName(env['BUILD_SOURCEBRANCH']),
    commit: env['SYSTEM_PULLREQUEST_SOURCECOMMITID'] || env['BUILD_SOURCEVERSION'],
    message: env['BUILD_SOURCEVERSIONMESSAGE'],
    author: env['BUILD_SOURCEVERSIONAUTHOR'],
    repository: env['BUILD_REPOSITORY_URI'],
    baseBranch: parseBranchName(env['SYSTEM_PULLREQUEST_TARGETBRANCH']),
  }),
};

/** Azure knows the address of a fork only for its own repositories. */
function findSourceBranch(env: Environment): string | undefined {
  const branch = parseBranchName(env['SYSTEM_PULLREQUEST_SOURCEBRANCH']);
  if (env['SYSTEM_PULLREQUEST_ISFORK']?.toLowerCase() !== 'true') return branch;
  const source = env['SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI'];
  const named = qualifyBranch(branch, { source, target: env['BUILD_REPOSITORY_URI'] });
  return named === branch ? addForkOwner(branch, 'fork') : named;
}

/** Undefined for tags and merge refs. */
function parseBranchName(ref: string | undefined): string | undefined {
  if (ref?.startsWith('refs/heads/')) return ref.slice('refs/heads/'.length);
  return ref?.startsWith('refs/') ? undefined : ref;
}
