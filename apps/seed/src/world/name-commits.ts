import type { SeededCommit } from '../plan/seeded-commit.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { World, WorldChange, WorldProject } from './world.ts';

interface Place extends Pick<World, 'now' | 'authors'> {
  project: WorldProject;
}

const MINUTE_MS = 60_000;
const FIRST_PULL_REQUEST = 210;

/**
 * Gives the commits of main the subjects of merged pull requests. Those of the story replace the last ones before `now`
 * and the first one after it.
 */
export function nameMainCommits(commits: readonly SeededCommit[], place: Place): SeededCommit[] {
  const { now, project, authors } = place;
  const changes = shuffle(project.changes, createRandom(deriveKey(0, project.name, 'merged')));
  const { story } = project;
  const next = findNext(commits, now);
  const mending = findNext(commits, now, story?.hoursUntilMended);
  return commits.map((commit, index) => {
    const random = createRandom(deriveKey(0, project.name, commit.sha));
    const told = story === null ? undefined : findTold(story, { index, next, mending, now });
    const change = told?.change ?? changes[index % changes.length] ?? project.changes[0];
    return {
      ...commit,
      atMs: told?.atMs ?? commit.atMs,
      message: `${change.subject} (#${FIRST_PULL_REQUEST + 2 * index})`,
      author: change.author ?? random.pick(authors),
    };
  });
}

/** Gives each branch a change, with further commits as reviews bring them. */
export function nameBranches(
  branches: readonly SeededCommit[][],
  { project, authors }: Place,
): SeededCommit[][] {
  const changes = shuffle(project.changes, createRandom(deriveKey(0, project.name, 'branches')));
  let pullRequest = 0;
  return branches.map((commits, at) => {
    const change = changes[at % changes.length] ?? project.changes[0];
    const again = Math.floor(at / changes.length);
    const random = createRandom(deriveKey(0, project.name, change.branch, again));
    const author = change.author ?? random.pick(authors);
    const firstFollowUp = random.integer(FOLLOW_UPS.length);
    const base = commits[0]?.main?.index ?? 0;
    // Odd, because merged ones are even.
    pullRequest = Math.max(pullRequest + 2, FIRST_PULL_REQUEST + 2 * base + 1);
    return commits.map((commit, index) => ({
      ...commit,
      branch: again === 0 ? change.branch : `${change.branch}-${again + 1}`,
      message:
        index === 0 || isBot(author)
          ? change.subject
          : (FOLLOW_UPS[(firstFollowUp + index) % FOLLOW_UPS.length] ?? change.subject),
      author,
      pullRequest,
    }));
  });
}

function isBot(author: string): boolean {
  return author.endsWith('[bot]');
}

/** The index of the first commit that is later than this long after `now`. */
export function findNext(commits: readonly SeededCommit[], now: Date, hours = 0): number {
  const fromMs = now.getTime() + hours * 60 * MINUTE_MS;
  const next = commits.findIndex(({ atMs }) => atMs > fromMs);
  return next === -1 ? commits.length : next;
}

interface Told extends Pick<World, 'now'> {
  /** The indexes of the commit, of the first commit after `now`, and of the commit that fixes it. */
  index: number;
  next: number;
  mending: number;
}

function findTold(
  { minutesAgo, breaking, mending }: NonNullable<WorldProject['story']>,
  { index, next, mending: mendingIndex, now }: Told,
): { change?: WorldChange; atMs?: number } | undefined {
  if (index === mendingIndex) return { change: mending };
  const place = index - (next - minutesAgo.length);
  const minutes = minutesAgo[place];
  if (minutes === undefined) return undefined;
  const atMs = now.getTime() - minutes * MINUTE_MS;
  return place === 0 ? { change: breaking, atMs } : { atMs };
}

function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, order: random.unit() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

const FOLLOW_UPS = [
  'Address review comments',
  'Cover the empty state',
  'Fix types',
  'Rename for clarity',
  'Use the shared helper',
  'Add a test for the error case',
  'Remove the feature flag check',
  'Update snapshots',
] as const;
