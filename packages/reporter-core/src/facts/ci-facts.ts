import ciInfo from 'ci-info';
import type { CiFacts, GitFacts } from '@svc/contract/executions/ingest';
import { azurePipelines } from './ci-providers/azure-pipelines.ts';
import { bitbucketPipelines } from './ci-providers/bitbucket-pipelines.ts';
import { buildkite } from './ci-providers/buildkite.ts';
import type { CiProvider } from './ci-providers/ci-provider.ts';
import { circleci } from './ci-providers/circleci.ts';
import { githubActions } from './ci-providers/github-actions.ts';
import { gitlabCi } from './ci-providers/gitlab-ci.ts';
import { jenkins } from './ci-providers/jenkins.ts';
import type { Environment } from '../options/options.ts';

export interface CiRun {
  ci: CiFacts;
  git: GitFacts;
  /** The leg of the matrix that this job runs, if the CI system reports one. */
  leg: string | undefined;
  /** See CiProvider. */
  step: string | undefined;
}

/**
 * Facts that the CI system provides about the run. Undefined on a developer's machine. For a CI system that is not
 * in the list below, only its name is known (from the `ci-info` package).
 */
export function detectCiRun(env: Environment): CiRun | undefined {
  const provider = PROVIDERS.find((candidate) => candidate.detect(env));
  if (provider !== undefined) {
    return {
      ci: withoutBlanks({ provider: provider.name, ...provider.facts(env) }),
      git: withoutBlanks(provider.git(env)),
      leg: provider.leg?.(env) || undefined,
      step: provider.step(env) || undefined,
    };
  }
  if (!isCi(env)) return undefined;
  return {
    ci: { provider: ciInfo.id?.toLowerCase().replaceAll('_', '-') ?? 'unknown' },
    git: {},
    leg: undefined,
    step: undefined,
  };
}

const PROVIDERS: readonly CiProvider[] = [
  githubActions,
  gitlabCi,
  circleci,
  buildkite,
  azurePipelines,
  bitbucketPipelines,
  // Last, because users set its variables on other systems too.
  jenkins,
];

/** `ci-info` reads `process.env`, so its answer is valid only for that environment. */
function isCi(env: Environment): boolean {
  return env === process.env ? ciInfo.isCI : Boolean(env['CI']) && env['CI'] !== 'false';
}

/** A copy without undefined and empty facts. CI systems set unknown values to ''. */
export function withoutBlanks<Facts extends object>(facts: Facts): Facts {
  const copy = { ...facts };
  for (const name in copy) {
    if (copy[name] === undefined || copy[name] === '') delete copy[name];
  }
  return copy;
}
