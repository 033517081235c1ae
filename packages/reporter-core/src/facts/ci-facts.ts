import ciInfo from 'ci-info';
import type { CiFacts, GitFacts } from '@svc/contract/ingest';
import { azurePipelines } from './ci-providers/azure-pipelines.ts';
import { bitbucketPipelines } from './ci-providers/bitbucket-pipelines.ts';
import { buildkite } from './ci-providers/buildkite.ts';
import type { CiProvider } from './ci-providers/ci-provider.ts';
import { circleci } from './ci-providers/circleci.ts';
import { githubActions } from './ci-providers/github-actions.ts';
import { gitlabCi } from './ci-providers/gitlab-ci.ts';
import { jenkins } from './ci-providers/jenkins.ts';
import type { Environment } from '../session/options.ts';
import { withoutBlanks } from './without-blanks.ts';

export interface CiRun {
  ci: CiFacts;
  git: GitFacts;
  /** Which leg of a matrix this job is, where the CI system says so. */
  leg: string | undefined;
}

/**
 * What the CI system tells of the run, or undefined on a developer's machine. Of a system that is
 * not in the list below no more than its name is known, through the `ci-info` package.
 */
export function ciRun(env: Environment): CiRun | undefined {
  const provider = PROVIDERS.find((candidate) => candidate.detect(env));
  if (provider !== undefined) {
    return {
      ci: withoutBlanks({ provider: provider.name, ...provider.facts(env) }),
      git: withoutBlanks(provider.git(env)),
      leg: provider.leg?.(env) || undefined,
    };
  }
  if (!isCi(env)) return undefined;
  return {
    ci: { provider: ciInfo.id?.toLowerCase().replaceAll('_', '-') ?? 'unknown' },
    git: {},
    leg: undefined,
  };
}

const PROVIDERS: readonly CiProvider[] = [
  githubActions,
  gitlabCi,
  circleci,
  buildkite,
  azurePipelines,
  bitbucketPipelines,
  // Last: its variables are set by hand on other systems too.
  jenkins,
];

/** `ci-info` looks at the process itself, so it is asked only when that is the environment at hand. */
function isCi(env: Environment): boolean {
  return env === process.env ? ciInfo.isCI : Boolean(env['CI']) && env['CI'] !== 'false';
}
