import { featureCommits, mainCommits } from './commit-plan.ts';
import { executionsOf, type ExecutionPlan } from './execution-plan.ts';
import { filesFor, type Framework, type SeededFile } from './file-plan.ts';
import type { HistoryShape } from './history-shape.ts';
import { PROJECTS } from './names.ts';
import { randomOf, subKey } from './random.ts';
import { regressionsOf, type Regression } from './regression-plan.ts';
import { testsOfSlot, type SeededTest } from './test-plan.ts';

export interface TestedFile extends SeededFile {
  tests: SeededTest[];
}

/** One project with all that is decided before its executions are made. */
export interface ProjectPlan {
  index: number;
  key: number;
  name: string;
  repository: string;
  framework: Framework;
  /** Beside `ci` it runs once in a while as `nightly`, on Windows. */
  hasNightly: boolean;
  /** Into how many its sharded executions are split. */
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
  const counts = countsOf(shape, index % 2 === 0);
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

/** How many executions a project has of which sort; together `executionsPerProject`. */
export interface ExecutionCounts {
  main: number;
  features: number;
  nightly: number;
  /** Of commits that have one already, outages' included. */
  again: number;
}

function countsOf(shape: HistoryShape, hasNightly: boolean): ExecutionCounts {
  const total = shape.executionsPerProject;
  const again = total < 5 ? 0 : Math.max(1, Math.round(total * 0.09));
  const nightly = hasNightly ? Math.round(total * 0.12) : 0;
  const features = shape.branches > 1 ? Math.round((total - again - nightly) * 0.38) : 0;
  return { main: total - again - nightly - features, features, nightly, again };
}

function nameOf(index: number): string {
  const name = PROJECTS[index % PROJECTS.length] ?? PROJECTS[0];
  return index < PROJECTS.length ? name : `${name}-${Math.floor(index / PROJECTS.length) + 1}`;
}

function testedFiles(
  {
    key,
    name,
    framework,
    index,
  }: { key: number; name: string; framework: Framework; index: number },
  shape: HistoryShape,
): TestedFile[] {
  const tests =
    Math.floor(((index + 1) * shape.tests) / shape.projects) -
    Math.floor((index * shape.tests) / shape.projects);
  let slots = 0;
  return filesFor(tests, { key, framework, hasOwners: index % 2 === 0 }).map((file) => ({
    ...file,
    tests: Array.from({ length: file.size }, (_, indexInFile) => indexInFile).flatMap(
      (indexInFile) => {
        const slot = slots++;
        return testsOfSlot(
          {
            file,
            indexInFile,
            index: slot,
            key: subKey(key, 'test', slot),
            framework,
            project: name,
          },
          shape,
        );
      },
    ),
  }));
}
