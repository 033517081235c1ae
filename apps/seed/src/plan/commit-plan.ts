import { MAIN, type SeededCommit } from './seeded-commit.ts';
import type { HistoryShape } from '../history-shape.ts';
import { AREAS, AUTHORS, CHANGES, THINGS } from '../names.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { WorldProject } from '../world/world.ts';
import { nameBranches, nameMainCommits } from '../world/name-commits.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What the commits of a project are drawn from. */
interface CommittingProject {
  key: number;
  world: WorldProject | null;
}

/** The commits of main, oldest first: evenly distributed over the history, in working hours. */
export function buildMainCommits(
  project: CommittingProject,
  count: number,
  shape: HistoryShape,
): SeededCommit[] {
  const random = createRandom(deriveKey(project.key, MAIN));
  const period = { from: shape.start.getTime(), to: computeLatest(shape) };
  const times = drawTimes(random, count, { period, shape });
  const commits = times.map((atMs, index) =>
    drawCommit(random, { branch: MAIN, atMs, index, main: null }),
  );
  return shape.world === null || project.world === null
    ? commits
    : nameMainCommits(commits, { ...shape.world, project: project.world });
}

/** The commits of feature branches. The branches begin one after the other, and each lasts one to five days. */
export function buildFeatureCommits(
  { key, world }: CommittingProject,
  { branches, count }: { branches: number; count: number },
  { shape, main }: { shape: HistoryShape; main: readonly SeededCommit[] },
): SeededCommit[][] {
  const latest = computeLatest(shape);
  const drawn = Array.from({ length: branches }, (_, index) => {
    const random = createRandom(deriveKey(key, 'branch', index));
    const span = latest - shape.start.getTime();
    const from = shape.start.getTime() + ((index + random.unit()) / branches) * span * 0.97;
    const to = Math.min(latest, from + random.between(1, 5) * DAY_MS);
    const base = main.findLast((commit) => commit.atMs <= from) ?? main[0] ?? null;
    const branch = `${random.pick(['feature', 'fix', 'chore'])}/${random.pick(AREAS)}-${random.pick(THINGS)}-${100 + index}`;
    const share =
      Math.floor(((index + 1) * count) / branches) - Math.floor((index * count) / branches);
    return drawTimes(random, share, { period: { from, to }, shape }).map((atMs, at) =>
      drawCommit(random, { branch, atMs, index: at, main: base, pullRequest: 100 + index }),
    );
  });
  return shape.world === null || world === null
    ? drawn
    : nameBranches(drawn, { ...shape.world, project: world });
}

/** The time of the last commit. The hours after it are for executions and their second runs. */
function computeLatest({ end, days }: HistoryShape): number {
  return end.getTime() - Math.min(4, days * 2) * HOUR_MS;
}

function drawTimes(
  random: Random,
  count: number,
  { period: { from, to }, shape }: { period: { from: number; to: number }; shape: HistoryShape },
): number[] {
  return Array.from({ length: count }, (_, index) => {
    const atMs = moveToWorkingTime(from + ((index + random.unit()) / count) * (to - from), {
      unit: random.unit(),
      shape,
    });
    return Math.min(Math.max(atMs, from), to - random.integer(60_000));
  })
    .map(Math.floor)
    .sort((a, b) => a - b);
}

function drawCommit(
  random: Random,
  place: Omit<SeededCommit, 'sha' | 'message' | 'author' | 'pullRequest'> & {
    pullRequest?: number;
  },
): SeededCommit {
  return {
    pullRequest: null,
    ...place,
    sha: random.hex(40),
    message: random
      .pick(CHANGES)
      .replace('%s', random.pick(AREAS))
      .replace('%s', random.pick(THINGS)),
    author: random.pick(AUTHORS),
  };
}

/**
 * Moves a moment into the working hours of its day (7 to 19 h UTC), and 80 % of weekend moments to the Friday before.
 * In a world, people work at its `now`: the hours end soon after it, and the day before it is no weekend.
 */
function moveToWorkingTime(
  atMs: number,
  { unit, shape: { world } }: { unit: number; shape: HistoryShape },
): number {
  if (world !== null) {
    const nowMs = world.now.getTime();
    const offsetMs = (nowMs % DAY_MS) - HOUR_OF_NOW * HOUR_MS;
    // A unit of 1 never rests.
    const isToday = atMs > nowMs - 2 * DAY_MS;
    return moveToHours(atMs - offsetMs, { unit: isToday ? 1 : unit, isSpread: true }) + offsetMs;
  }
  return moveToHours(atMs, { unit, isSpread: false });
}

const HOUR_OF_NOW = 17;

/** `isSpread`: the weekend's moments move to all working days before it, so that Fridays have no peak. */
function moveToHours(
  atMs: number,
  { unit, isSpread }: { unit: number; isSpread: boolean },
): number {
  const midnight = Math.floor(atMs / DAY_MS) * DAY_MS;
  const hours = 7 * HOUR_MS + ((atMs - midnight) / DAY_MS) * 12 * HOUR_MS;
  const daysIntoWeekend = (new Date(midnight).getUTCDay() + 1) % 7;
  const isWeekend = daysIntoWeekend < 2;
  const further = isSpread ? Math.floor((unit / WEEKEND_REST) * 5) : 0;
  const back = isWeekend && unit < WEEKEND_REST ? (daysIntoWeekend + 1 + further) * DAY_MS : 0;
  return Math.floor(midnight + hours - back);
}

// Some people work on weekends.
const WEEKEND_REST = 0.8;
