import { detectCiRun } from '@svc/reporter-core/facts/ci-facts';
import { readGitHubEvent } from '@svc/reporter-core/facts/ci-providers/github-event';
import type { CiFacts, GitFacts } from '@svc/contract/executions/ingest';
import type { Environment } from '@svc/reporter-core/options/options';
import { getRecord, getText, type EventPayload } from './event.ts';
import { readTestedRun } from './tested-run.ts';

/** The CI run whose tests the action reports, which for `workflow_run` is not the run of the action itself. */
export interface Run {
  /** Environment variables as a reporter in that run sees them. */
  env: Environment;
  ci: CiFacts;
  git: GitFacts;
  repository: Repository;
  /** The branch to compare with. */
  baseBranch: string | undefined;
  /** Whether the tested code comes from another repository, where this one's secrets are not available. */
  isFork: boolean;
  /** The branch of the fork whose pull request is not known yet, as `owner:branch`. */
  forkBranch: string | undefined;
  /** The path of the workflow's file, which identifies its comment: two files may give their workflows one name. */
  workflow: string;
}

export interface Repository {
  owner: string;
  repo: string;
}

/** Reads the facts of the run from the variables and the event of GitHub. */
export function readRun(env: Environment): Run {
  const event: EventPayload = readGitHubEvent(env);
  const tested = readTestedRun(env, event);
  const run = detectCiRun(tested.env);
  const git = run?.git ?? {};
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return {
    env: tested.env,
    ci: run?.ci ?? {},
    git,
    repository: { owner, repo },
    baseBranch: git.baseBranch ?? getText(getRecord(event, 'repository'), 'default_branch'),
    isFork: tested.isFork ?? isFork(event),
    forkBranch: tested.forkBranch,
    workflow: readWorkflowPath(tested.env),
  };
}

/** GitHub has `owner/repository/.github/workflows/ci.yml@refs/heads/main` in the variable, and the path in an event. */
function readWorkflowPath(env: Environment): string {
  const path = /(?:^|\/)(\.github\/workflows\/[^@]+)/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1];
  return path ?? env['GITHUB_WORKFLOW'] ?? '';
}

function isFork(event: EventPayload): boolean {
  const head = getText(getRecord(event, 'pull_request', 'head', 'repo'), 'full_name');
  const base = getText(getRecord(event, 'pull_request', 'base', 'repo'), 'full_name');
  return base !== undefined && head !== base;
}
