import type { IngestExecution } from '@svc/contract/executions/ingest';
import { MAIN } from '../plan/seeded-commit.ts';
import type { ExecutionPlan } from '../plan/execution-plan.ts';
import type { Framework } from '../plan/framework.ts';
import type { ProjectPlan } from '../plan/project-plan.ts';

type Facts = Omit<IngestExecution, 'status' | 'startedAt' | 'durationMs' | 'shard' | 'key'>;

const FRAMEWORKS: Record<Framework, Pick<Facts, 'name' | 'frameworkVersion' | 'reporter'>> = {
  vitest: {
    name: 'unit',
    frameworkVersion: '5.1.1',
    reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
  },
  jest: {
    name: 'unit',
    frameworkVersion: '31.0.1',
    reporter: { name: '@svc/jest-reporter', version: '0.1.0' },
  },
  playwright: {
    name: 'e2e',
    frameworkVersion: '1.61.0',
    reporter: { name: '@svc/playwright-reporter', version: '0.1.0' },
  },
};

/** The fields that all uploads of an execution share. */
export function buildFacts(plan: ExecutionPlan, project: ProjectPlan): Facts & { key: string } {
  const { runId, runAttempt, environment, kind } = plan;
  const { name, framework } = project;
  return {
    key: `github:${runId}:${runAttempt}:${FRAMEWORKS[framework].name}`,
    project: name,
    framework,
    ...FRAMEWORKS[framework],
    git: buildGit(plan, project),
    ci: {
      provider: 'github',
      runId,
      runAttempt,
      workflow: environment,
      job: 'test',
      event: chooseEvent(plan),
      actor: plan.commit.author.split(' ')[0]?.toLowerCase() ?? 'somebody',
      // The forge of a world does not exist.
      ...(project.world === null
        ? { url: `${project.repository}/actions/runs/${runId}/attempts/${runAttempt}` }
        : {}),
      ...(plan.commit.pullRequest === null ? {} : { pullRequest: plan.commit.pullRequest }),
    },
    environment:
      environment === 'nightly'
        ? { name: 'nightly', os: 'windows', arch: 'x64', runtime: 'node 24.21.0' }
        : { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' },
    tags: [environment],
    ...(kind === 'partial' ? { partial: ['filter'] } : {}),
  };
}

function buildGit({ commit }: ExecutionPlan, { repository }: ProjectPlan): Facts['git'] {
  const { branch, sha, message, author, main } = commit;
  return {
    branch,
    commit: sha,
    message,
    author,
    repository,
    dirty: false,
    ...(branch === MAIN ? {} : { baseBranch: MAIN }),
    ...(main === null ? {} : { baseCommit: main.sha }),
  };
}

function chooseEvent({ environment, commit }: ExecutionPlan): string {
  if (environment === 'nightly') return 'schedule';
  return commit.pullRequest === null ? 'push' : 'pull_request';
}
