import { MAIN, type SeededCommit } from './seeded-commit.ts';
import type { HistoryShape } from '../history-shape.ts';
import { drawKinds } from './rare-kinds.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { TestedFile } from './tested-files.ts';
import type { ExecutionKind } from '../truth.ts';
import { findNext } from '../world/name-commits.ts';
import type { WorldProject } from '../world/world.ts';

/** One execution before its results are made. */
export interface ExecutionPlan {
  /** The key of its random numbers. */
  key: number;
  commit: SeededCommit;
  environment: 'ci' | 'nightly';
  startedAtMs: number;
  runId: string;
  runAttempt: number;
  kind: ExecutionKind;
  shards: number;
}

/** The part of a project's plan that its executions depend on. */
interface PlannedProject {
  index: number;
  key: number;
  /** The number of shards of its sharded executions. */
  shards: number;
  files: readonly TestedFile[];
  world: WorldProject | null;
}

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** All executions of a project: one per commit, second runs of some commits, and nightly runs. */
export function planExecutions(
  project: PlannedProject,
  {
    commits,
    counts,
    shape,
  }: { commits: SeededCommit[]; counts: ExecutionCounts; shape: HistoryShape },
): ExecutionPlan[] {
  const random = createRandom(deriveKey(project.key, 'executions'));
  const kinds = drawKinds(commits.length, { project, random });
  if (shape.world !== null) markOutages(kinds, { commits, project, now: shape.world.now });
  const runIds = buildRunIds(project.key, shape);
  const first = commits.map((commit, index) =>
    planExecution(project, commit, {
      index,
      startedAtMs: commit.atMs + Math.floor(random.between(1, 9) * MINUTE_MS),
      kind: kinds[index] ?? 'whole',
      runId: runIds(index),
    }),
  );
  const nightly = planNights(commits, counts.nightly, shape).map(({ commit, atMs }, index) => ({
    ...planExecution(project, commit, {
      index: commits.length + index,
      startedAtMs: atMs,
      kind: 'whole',
      runId: runIds(commits.length + index),
    }),
    environment: 'nightly' as const,
  }));
  return [...first, ...again(first, counts.again, random), ...nightly];
}

/** The world decides the outages. Around its story, every run is whole. */
function markOutages(
  kinds: ExecutionKind[],
  { commits, project, now }: { commits: SeededCommit[]; project: PlannedProject; now: Date },
): void {
  const main = commits.filter(({ branch }) => branch === MAIN);
  const next = findNext(main, now);
  for (const [index, kind] of kinds.entries()) {
    // Those of main come first.
    const before = next - index;
    const isQuiet = index < main.length && Math.abs(before) <= QUIET_COMMITS;
    if (kind === 'outage' || isQuiet) kinds[index] = 'whole';
    if (index < main.length && project.world?.outagesBefore.includes(before) === true) {
      kinds[index] = 'outage';
    }
  }
}

const QUIET_COMMITS = 12;

function planExecution(
  project: PlannedProject,
  commit: SeededCommit,
  facts: Pick<ExecutionPlan, 'startedAtMs' | 'kind' | 'runId'> & { index: number },
): ExecutionPlan {
  const { index, ...rest } = facts;
  const key = deriveKey(project.key, 'execution', index);
  const isSharded = facts.kind !== 'cutOff' && createRandom(deriveKey(key, 'shards')).chance(0.25);
  const shards = isSharded ? Math.min(project.shards, project.files.length) : 1;
  return { key, commit, environment: 'ci', runAttempt: 1, shards, ...rest };
}

/** Second runs of the same commit: of every outage, because people re-run those, and of some others. All are whole. */
function again(first: readonly ExecutionPlan[], count: number, random: Random): ExecutionPlan[] {
  const chosen = new Set(first.filter(({ kind }) => kind === 'outage').slice(0, count));
  const others = first.filter(({ kind }) => kind === 'whole');
  const wanted = Math.min(count, chosen.size + others.length);
  while (chosen.size < wanted) {
    const [one] = others.splice(random.integer(others.length), 1);
    if (one !== undefined) chosen.add(one);
  }
  return [...chosen].map((plan) => ({
    ...plan,
    key: deriveKey(plan.key, 'again'),
    kind: 'whole',
    runAttempt: 2,
    startedAtMs: plan.startedAtMs + Math.floor(random.between(25, 75) * MINUTE_MS),
  }));
}

/** Nights distributed over the history, each with the newest commit of main. */
function planNights(commits: readonly SeededCommit[], count: number, { start, end }: HistoryShape) {
  const main = commits.filter((commit) => commit.branch === MAIN);
  return Array.from({ length: count }, (_, index) => {
    const day = start.getTime() + ((index + 1) / (count + 1)) * (end.getTime() - start.getTime());
    const atMs = Math.floor(day / DAY_MS) * DAY_MS + (120 + (index % 7)) * MINUTE_MS;
    const commit = main.findLast((one) => one.atMs < atMs);
    return commit === undefined ? [] : [{ commit, atMs }];
  }).flat();
}

/**
 * Run numbers like those of a CI system. Histories with different options have different numbers, so that one server
 * can store both.
 */
function buildRunIds(projectKey: number, shape: HistoryShape): (index: number) => string {
  const { results, tests, days, branches, projects, flakyShare, unretriedShare, end } = shape;
  const key = deriveKey(
    projectKey,
    JSON.stringify({ results, tests, days, branches, projects, flakyShare, unretriedShare, end }),
  );
  const first = 10_000_000_000 + key * 16;
  return (index) => String(first + index * 7);
}

/** The numbers of a project's executions by sort. Their sum is `executionsPerProject`. */
export interface ExecutionCounts {
  main: number;
  features: number;
  nightly: number;
  /** Second runs of a commit, including those after an outage. */
  again: number;
}

export function computeExecutionCounts(shape: HistoryShape, hasNightly: boolean): ExecutionCounts {
  const total = shape.executionsPerProject;
  const again = total < 5 ? 0 : Math.max(1, Math.round(total * 0.09));
  const nightly = hasNightly ? Math.round(total * 0.12) : 0;
  const share = shape.world === null ? 0.38 : 0.58;
  const features = shape.branches > 1 ? Math.round((total - again - nightly) * share) : 0;
  return { main: total - again - nightly - features, features, nightly, again };
}
