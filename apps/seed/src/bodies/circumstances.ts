import type { ExecutionPlan } from '../plan/execution-plan.ts';
import { buildCause, toFailureCause, type FailureCause } from './failure-causes.ts';
import type { Circumstances } from './outcome.ts';
import type { ProjectPlan } from '../plan/project-plan.ts';
import { createRandom, deriveKey } from '../random.ts';
import { isBrokenIn } from '../plan/regression-plan.ts';
import type { ShardPlan } from './shard-body.ts';
import type { SeededTest } from '../plan/test-plan.ts';

/** The files that the execution runs, with the one that fails to load or in which the run is interrupted. */
export function chooseFiles(
  { kind, key }: ExecutionPlan,
  { files }: ProjectPlan,
): Pick<ShardPlan, 'files' | 'brokenFile' | 'cutOffIn'> {
  const random = createRandom(deriveKey(key, 'files'));
  const none = { files, brokenFile: null, cutOffIn: null };
  if (kind === 'partial') {
    const parts = Math.min(20, files.length);
    const part = random.integer(parts);
    return { ...none, files: files.filter((_, index) => index % parts === part) };
  }
  if (kind === 'cutOff') {
    const last = Math.floor(files.length * random.between(0.2, 0.8));
    return { ...none, files: files.slice(0, last + 1), cutOffIn: files[last] ?? null };
  }
  if (kind === 'brokenFile') {
    return { ...none, brokenFile: files[random.integer(files.length)] ?? null };
  }
  return none;
}

/** The circumstances that the outcomes of an execution's tests depend on. */
export function buildCircumstances(
  { key, commit, kind }: ExecutionPlan,
  project: ProjectPlan,
): Circumstances {
  const broken = new Map<SeededTest, FailureCause>();
  for (const regression of project.regressions) {
    if (!isBrokenIn(commit, regression)) continue;
    for (const test of regression.tests) broken.set(test, regression.cause);
  }
  return {
    executionKey: key,
    stateMs: (commit.main ?? commit).atMs,
    broken,
    outageCause: kind === 'outage' ? findOutageCause(project) : null,
  };
}

function findOutageCause({ world }: ProjectPlan): FailureCause {
  return world === null ? DATABASE_DOWN : toFailureCause(world.outage);
}

const DATABASE_DOWN = buildCause({
  kind: 'databaseDown',
  subject: 'database',
  file: 'src/database/connect.ts',
  functionName: 'connect',
  line: 12,
});

/** The repository's path on the machine that runs the execution. */
export function pickRoot({ key, environment }: ExecutionPlan, { name }: ProjectPlan): string {
  if (environment === 'nightly') return `D:\\a\\${name}\\${name}\\`;
  return key % 3 === 0 ? `/builds/example/${name}/` : `/home/runner/work/${name}/${name}/`;
}
