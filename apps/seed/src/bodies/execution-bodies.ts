import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { chooseFiles, buildCircumstances, pickRoot } from './circumstances.ts';
import { buildFacts } from './execution-facts.ts';
import type { ExecutionPlan } from '../plan/execution-plan.ts';
import type { HistoryShape } from '../history-shape.ts';
import type { ProjectPlan } from '../plan/project-plan.ts';
import { createRandom, deriveKey } from '../random.ts';
import { runShard, type ShardOutcome, type ShardPlan } from './shard-body.ts';
import type { FailureTruth } from '../truth.ts';

// The server accepts twenty times as many results. A real project would have sharded such a run earlier.
const MAX_RESULTS_A_BODY = 50_000;

/** The bodies that reporters upload for an execution, one per shard, and the causes of its failures. */
export function buildExecutionBodies(
  plan: ExecutionPlan,
  project: ProjectPlan,
  shape: HistoryShape,
): { bodies: IngestBody[]; failures: FailureTruth[] } {
  const { files, ...special } = chooseFiles(plan, project);
  const total = Math.max(
    plan.shards,
    Math.ceil(((shape.tests / shape.projects) * 1.1) / MAX_RESULTS_A_BODY),
  );
  const failures: FailureTruth[] = [];
  const circumstances = buildCircumstances(plan, project);
  const bodies = Array.from({ length: total }, (_, index) => {
    const random = createRandom(deriveKey(plan.key, 'shard', index));
    const shard: ShardPlan = {
      ...special,
      project,
      shape,
      circumstances,
      root: pickRoot(plan, project),
      startedAtMs: plan.startedAtMs + (index === 0 ? 0 : random.integer(8_000)),
      files: files.filter((__, at) => at % total === index),
    };
    const outcome = runShard(shard);
    failures.push(...outcome.failures);
    return buildBody({ plan, project, shard, outcome }, { index: index + 1, total });
  });
  return { bodies, failures };
}

function buildBody(
  {
    plan,
    project,
    shard,
    outcome,
  }: {
    plan: ExecutionPlan;
    project: ProjectPlan;
    shard: ShardPlan;
    outcome: ShardOutcome;
  },
  place: { index: number; total: number },
): IngestBody {
  const facts = buildFacts(plan, project);
  const execution: IngestExecution = {
    ...facts,
    status: chooseStatus(plan, outcome),
    startedAt: new Date(shard.startedAtMs).toISOString(),
    durationMs: outcome.durationMs,
    ...(place.total === 1 ? {} : { shard: place }),
  };
  return {
    version: 1,
    idempotencyKey: `seed:${project.name}:${facts.key}:${place.index}`,
    execution,
    files: outcome.files,
    results: outcome.results,
  };
}

function chooseStatus(
  plan: ExecutionPlan,
  { results, failures }: ShardOutcome,
): IngestExecution['status'] {
  if (plan.kind === 'cutOff') return 'interrupted';
  const hasFailed =
    results.some(({ status }) => isFailure(status)) || failures.some(({ test }) => test === null);
  return hasFailed ? 'failed' : 'passed';
}
