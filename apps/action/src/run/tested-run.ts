import type { Environment } from '@svc/reporter-core/options/options';
import { getNumber, getRecord, getText, type EventPayload } from './event.ts';

export interface TestedRun {
  env: Environment;
  /** Undefined if only the event contains this fact. */
  isFork: boolean | undefined;
  forkBranch: string | undefined;
}

/**
 * The variables of the run that was tested. On `workflow_run`, GitHub's variables are those of the default branch, and
 * the tested run is in the event: results with the wrong variables would count for the default branch. The branch of a
 * fork is written as `owner:branch`, because it may be called like one of this repository.
 */
export function readTestedRun(env: Environment, event: EventPayload): TestedRun {
  const run = getRecord(event, 'workflow_run');
  const id = getNumber(run, 'id');
  if (id === undefined) return { env, isFork: undefined, forkBranch: undefined };
  const head = getText(getRecord(run, 'head_repository'), 'full_name');
  const isFork = head !== getText(getRecord(event, 'repository'), 'full_name');
  const owner = getText(getRecord(run, 'head_repository', 'owner'), 'login') ?? head?.split('/')[0];
  const name = getText(run, 'head_branch') ?? '';
  const branch = isFork ? `${owner}:${name}` : name;
  const [pull] = Array.isArray(run['pull_requests']) ? run['pull_requests'] : [];
  const number = getNumber(getRecord(pull), 'number');
  const isPull = getText(run, 'event')?.startsWith('pull_request') === true;
  return {
    isFork,
    forkBranch: isFork ? branch : undefined,
    env: {
      ...env,
      GITHUB_RUN_ID: String(id),
      GITHUB_RUN_ATTEMPT: String(getNumber(run, 'run_attempt') ?? 1),
      GITHUB_WORKFLOW: getText(run, 'name') ?? '',
      GITHUB_WORKFLOW_REF: getText(run, 'path') ?? '',
      GITHUB_EVENT_NAME: getText(run, 'event') ?? '',
      GITHUB_ACTOR: getText(getRecord(run, 'actor'), 'login') ?? '',
      GITHUB_TRIGGERING_ACTOR: getText(getRecord(run, 'triggering_actor'), 'login') ?? '',
      GITHUB_JOB: '',
      GITHUB_SHA: getText(run, 'head_sha') ?? '',
      GITHUB_HEAD_REF: branch,
      GITHUB_REF_NAME: branch,
      GITHUB_REF_TYPE: 'branch',
      GITHUB_REF: number === undefined ? `refs/heads/${branch}` : `refs/pull/${number}/merge`,
      GITHUB_BASE_REF:
        getText(getRecord(pull, 'base'), 'ref') ??
        (isPull ? (getText(getRecord(event, 'repository'), 'default_branch') ?? '') : ''),
      // A fork's report may name any file of this runner as an attachment.
      ...(isFork && { SVC_ARTIFACTS: env['SVC_ARTIFACTS'] || 'none' }),
      // The event of this workflow is not that of the tested run.
      GITHUB_EVENT_PATH: '',
    },
  };
}
