import { buildFeatureCommits, buildMainCommits } from './commit-plan.ts';
import { computeExecutionCounts, planExecutions, type ExecutionPlan } from './execution-plan.ts';
import type { Framework } from './framework.ts';
import type { HistoryShape } from '../history-shape.ts';
import { PROJECTS } from '../names.ts';
import { createRandom, deriveKey } from '../random.ts';
import { planRegressions, type Regression } from './regression-plan.ts';
import { planTestedFiles, type TestedFile } from './tested-files.ts';
import type { WorldProject } from '../world/world.ts';

/** A project with everything that is decided before its executions are made. */
export interface ProjectPlan {
  index: number;
  key: number;
  name: string;
  repository: string;
  framework: Framework;
  /** The number of files that run at the same time. */
  workers: number;
  /** Null: everything has random words. */
  world: WorldProject | null;
  /** True if some runs are in `nightly`, on Windows, in addition to those in `ci`. */
  hasNightly: boolean;
  /** The number of shards of its sharded executions. */
  shards: number;
  files: TestedFile[];
  regressions: Regression[];
  executions: ExecutionPlan[];
}

export function planProject(index: number, shape: HistoryShape): ProjectPlan {
  const key = deriveKey(shape.seed, 'project', index);
  const random = createRandom(deriveKey(key, 'traits'));
  const world = shape.world?.projects[index] ?? null;
  const name = world?.name ?? nameProject(index);
  const framework = world?.framework ?? (index % 3 === 1 ? 'playwright' : 'vitest');
  const files = planTestedFiles({ key, name, framework, index }, shape);
  const counts = computeExecutionCounts(shape, index % 2 === 0);
  const project = { key, world };
  const main = buildMainCommits(project, counts.main, shape);
  const branches = buildFeatureCommits(
    project,
    { branches: Math.min(shape.branches - 1, counts.features), count: counts.features },
    { shape, main },
  );
  const plan: ProjectPlan = {
    index,
    key,
    name,
    repository: `${shape.world?.forge ?? 'https://github.com/example'}/${name}`,
    framework,
    workers: world?.workers ?? WORKERS,
    world,
    hasNightly: counts.nightly > 0,
    shards: 2 + random.integer(3),
    files,
    regressions: planRegressions({ key, world, files }, { main, branches }, shape),
    executions: [],
  };
  const commits = [...main, ...branches.flat()];
  return { ...plan, executions: planExecutions(plan, { commits, counts, shape }) };
}

// Files run concurrently, so that five thousand browser tests end within half an hour.
const WORKERS = 16;

function nameProject(index: number): string {
  const name = PROJECTS[index % PROJECTS.length] ?? PROJECTS[0];
  return index < PROJECTS.length ? name : `${name}-${Math.floor(index / PROJECTS.length) + 1}`;
}
