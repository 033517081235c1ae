import { featureCommits, mainCommits } from './commit-plan.ts';
import { executionCounts, executionsOf, type ExecutionPlan } from './execution-plan.ts';
import type { Framework } from './file-plan.ts';
import type { HistoryShape } from '../history-shape.ts';
import { PROJECTS } from '../names.ts';
import { randomOf, subKey } from '../random.ts';
import { regressionsOf, type Regression } from './regression-plan.ts';
import { testedFiles, type TestedFile } from './tested-files.ts';

/** A project with everything that is decided before its executions are made. */
export interface ProjectPlan {
  index: number;
  key: number;
  name: string;
  repository: string;
  framework: Framework;
  /** In addition to the runs in `ci`, some run in `nightly`, on Windows. */
  hasNightly: boolean;
  /** The number of shards of its sharded executions. */
  shards: number;
  files: TestedFile[];
  regressions: Regression[];
  executions: ExecutionPlan[];
}

export function projectPlan(index: number, shape: HistoryShape): ProjectPlan {
  const key = subKey(shape.seed, 'project', index);
  const random = randomOf(subKey(key, 'traits'));
  const name = nameOf(index);
  const framework = index % 3 === 1 ? 'playwright' : 'vitest';
  const files = testedFiles({ key, name, framework, index }, shape);
  const counts = executionCounts(shape, index % 2 === 0);
  const main = mainCommits(key, counts.main, shape);
  const branches = featureCommits(
    key,
    { branches: Math.min(shape.branches - 1, counts.features), count: counts.features },
    { shape, main },
  );
  const plan: ProjectPlan = {
    index,
    key,
    name,
    repository: `https://github.com/example/${name}`,
    framework,
    hasNightly: counts.nightly > 0,
    shards: 2 + random.integer(3),
    files,
    regressions: regressionsOf(key, { main, branches }, files),
    executions: [],
  };
  const commits = [...main, ...branches.flat()];
  return { ...plan, executions: executionsOf(plan, { commits, counts, shape }) };
}

function nameOf(index: number): string {
  const name = PROJECTS[index % PROJECTS.length] ?? PROJECTS[0];
  return index < PROJECTS.length ? name : `${name}-${Math.floor(index / PROJECTS.length) + 1}`;
}
