import type { HistoryShape } from '../history-shape.ts';
import { AREAS, AUTHORS, CHANGES, THINGS } from '../names.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';

export const MAIN = 'main';

export interface SeededCommit {
  sha: string;
  message: string;
  author: string;
  branch: string;
  atMs: number;
  /** Its place on its branch, from 0. */
  index: number;
  /** The newest commit of main that it includes: itself on main, otherwise the commit where its branch began. */
  main: SeededCommit | null;
  pullRequest: number | null;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The commits of main, oldest first: evenly distributed over the history, in working hours. */
export function buildMainCommits(key: number, count: number, shape: HistoryShape): SeededCommit[] {
  const random = createRandom(deriveKey(key, MAIN));
  const times = drawTimes(random, count, { from: shape.start.getTime(), to: computeLatest(shape) });
  return times.map((atMs, index) => drawCommit(random, { branch: MAIN, atMs, index, main: null }));
}

/** The commits of feature branches. The branches begin one after the other, and each lasts one to five days. */
export function buildFeatureCommits(
  key: number,
  { branches, count }: { branches: number; count: number },
  { shape, main }: { shape: HistoryShape; main: readonly SeededCommit[] },
): SeededCommit[][] {
  const latest = computeLatest(shape);
  return Array.from({ length: branches }, (_, index) => {
    const random = createRandom(deriveKey(key, 'branch', index));
    const span = latest - shape.start.getTime();
    const from = shape.start.getTime() + ((index + random.unit()) / branches) * span * 0.97;
    const to = Math.min(latest, from + random.between(1, 5) * DAY_MS);
    const base = main.findLast((commit) => commit.atMs <= from) ?? main[0] ?? null;
    const branch = `${random.pick(['feature', 'fix', 'chore'])}/${random.pick(AREAS)}-${random.pick(THINGS)}-${100 + index}`;
    const share =
      Math.floor(((index + 1) * count) / branches) - Math.floor((index * count) / branches);
    return drawTimes(random, share, { from, to }).map((atMs, at) =>
      drawCommit(random, { branch, atMs, index: at, main: base, pullRequest: 100 + index }),
    );
  });
}

/** The time of the last commit. The hours after it are for executions and their second runs. */
function computeLatest({ end, days }: HistoryShape): number {
  return end.getTime() - Math.min(4, days * 2) * HOUR_MS;
}

function drawTimes(
  random: Random,
  count: number,
  { from, to }: { from: number; to: number },
): number[] {
  return Array.from({ length: count }, (_, index) => {
    const atMs = moveToWorkingTime(
      from + ((index + random.unit()) / count) * (to - from),
      random.unit(),
    );
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
 */
function moveToWorkingTime(atMs: number, unit: number): number {
  const midnight = Math.floor(atMs / DAY_MS) * DAY_MS;
  const hours = 7 * HOUR_MS + ((atMs - midnight) / DAY_MS) * 12 * HOUR_MS;
  const daysIntoWeekend = (new Date(midnight).getUTCDay() + 1) % 7;
  const isWeekend = daysIntoWeekend < 2;
  const back = isWeekend && unit < WEEKEND_REST ? (daysIntoWeekend + 1) * DAY_MS : 0;
  return Math.floor(midnight + hours - back);
}

// Some people work on weekends.
const WEEKEND_REST = 0.8;
