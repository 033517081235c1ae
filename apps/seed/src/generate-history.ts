import type { IngestBody } from '@svc/contract/executions/ingest';
import { buildExecutionBodies } from './bodies/execution-bodies.ts';
import { buildFacts } from './bodies/execution-facts.ts';
import type { ExecutionPlan } from './plan/execution-plan.ts';
import { buildShape, type HistoryOptions, type HistoryShape } from './history-shape.ts';
import { planProject, type ProjectPlan } from './plan/project-plan.ts';
import type { ExecutionTruth, FailureTruth, RegressionTruth, Truth } from './truth.ts';

export interface History {
  shape: HistoryShape;
  truth: Truth;
  /**
   * Oldest first. Each execution is made during the iteration, so that memory never holds the whole history. A second
   * iteration gives the same executions.
   */
  executions: Iterable<GeneratedExecution>;
  /** The execution at this place of `truth.executions`, as if it had started at this time. */
  makeAt(index: number, startedAt: Date): GeneratedExecution;
}

export interface GeneratedExecution {
  truth: ExecutionTruth;
  /** One upload for each shard. */
  bodies: IngestBody[];
  /** Every attempt and file that failed, in the order of the bodies. */
  failures: FailureTruth[];
}

/**
 * A realistic history of test runs, and the truth about it. The same options give the same bytes.
 * It covers: births, renamings, removals, skips, drift, flaky tests, regressions, outages, second
 * runs of a commit, shards, filters, executions cut off and files that do not load. It does not
 * cover missing shards, dirty work trees, artifacts and merged reports.
 * @throws RangeError naming an option that is out of range.
 */
export function generateHistory(options: HistoryOptions): History {
  const shape = buildShape(options);
  const projects = Array.from({ length: shape.projects }, (_, index) => planProject(index, shape));
  const planned = projects
    .flatMap((project) => project.executions.map((plan) => ({ project, plan })))
    .sort((a, b) => a.plan.startedAtMs - b.plan.startedAtMs);
  const makeExecution = (project: ProjectPlan, plan: ExecutionPlan): GeneratedExecution => ({
    truth: buildExecutionTruth(plan, project),
    ...buildExecutionBodies(plan, project, shape),
  });
  return {
    shape,
    truth: {
      tests: projects.flatMap(({ files }) =>
        files.flatMap(({ tests }) => tests.map(({ truth }) => truth)),
      ),
      executions: planned.map(({ project, plan }) => buildExecutionTruth(plan, project)),
      regressions: projects.flatMap(buildRegressionTruths),
    },
    executions: {
      *[Symbol.iterator]() {
        for (const { project, plan } of planned) yield makeExecution(project, plan);
      },
    },
    makeAt(index, startedAt) {
      const { project, plan } = planned[index] ?? {};
      if (project === undefined || plan === undefined) throw new RangeError('index: no execution');
      return makeExecution(project, { ...plan, startedAtMs: startedAt.getTime() });
    },
  };
}

function buildExecutionTruth(plan: ExecutionPlan, project: ProjectPlan): ExecutionTruth {
  return {
    project: project.name,
    key: buildFacts(plan, project).key,
    branch: plan.commit.branch,
    commit: plan.commit.sha,
    environment: plan.environment,
    startedAt: new Date(plan.startedAtMs),
    stateAt: new Date((plan.commit.main ?? plan.commit).atMs),
    runAttempt: plan.runAttempt,
    shards: plan.shards,
    kind: plan.kind,
  };
}

function buildRegressionTruths({ name, regressions }: ProjectPlan): RegressionTruth[] {
  return regressions.map(({ tests, cause, brokenBy, mendedBy }) => ({
    project: name,
    branch: brokenBy.branch,
    tests: tests.map(({ truth }) => truth),
    cause: cause.id,
    brokenBy: brokenBy.sha,
    mendedBy: mendedBy?.sha ?? null,
  }));
}
