import { REGRESSION_KINDS } from '../bodies/cause-kinds.ts';
import { MAIN, type SeededCommit } from './seeded-commit.ts';
import { buildCause, toFailureCause, type FailureCause } from '../bodies/failure-causes.ts';
import type { HistoryShape } from '../history-shape.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { SeededTest } from './test-plan.ts';
import type { TestedFile } from './tested-files.ts';
import { findNext } from '../world/name-commits.ts';
import type { WorldProject, WorldRegression, WorldStory } from '../world/world.ts';

/** Tests of one file that a commit broke. */
export interface Regression {
  tests: SeededTest[];
  cause: FailureCause;
  brokenBy: SeededCommit;
  mendedBy: SeededCommit | null;
}

/**
 * About one in sixteen commits of main breaks tests; half of the regressions are fixed within two commits. Two in
 * three branches break tests.
 */
export function planRegressions(
  { key, world, files }: BreakableProject,
  { main, branches }: { main: readonly SeededCommit[]; branches: readonly SeededCommit[][] },
  shape: HistoryShape,
): Regression[] {
  const random = createRandom(deriveKey(key, 'regressions'));
  const place = { random, files, world };
  const { mainShare, longest, branchShare } = world === null ? USUAL : CALM;
  const onMain = Array.from({ length: Math.ceil(main.length * mainShare) }, () =>
    planRegression(main, 1 + Math.floor(longest * random.unit() ** 2), place),
  );
  const onBranches = branches
    .filter(() => random.chance(branchShare))
    .map((commits) => planRegression(commits, 1 + random.integer(4), place));
  const told =
    shape.world === null || !world?.story
      ? []
      : [tellStory(world.story, { main, files, now: shape.world.now })];
  // Nothing else is broken while the story breaks something.
  const [story = null] = told;
  const others = [...onMain, ...onBranches].filter(
    (one) => one !== null && (story === null || !isSameTime(one, story)),
  );
  return [...others, ...told].filter((regression) => regression !== null);
}

const USUAL = { mainShare: 1 / 16, longest: 6, branchShare: 2 / 3 };
// A team that looks after its main, and merges no branch that fails.
const CALM = { mainShare: 1 / 28, longest: 4, branchShare: 0.4 };

interface BreakableProject {
  key: number;
  world: WorldProject | null;
  files: readonly TestedFile[];
}

function tellStory(
  { regression, minutesAgo, hoursUntilMended }: WorldStory,
  { main, files, now }: { main: readonly SeededCommit[]; files: readonly TestedFile[]; now: Date },
): Regression | null {
  const next = findNext(main, now);
  const brokenBy = main[next - minutesAgo.length];
  if (brokenBy === undefined) return null;
  const { tests, cause } = toBroken(regression, files);
  return { tests, cause, brokenBy, mendedBy: main[findNext(main, now, hoursUntilMended)] ?? null };
}

/** Whether a regression of main overlaps with that of the story, or is fixed shortly before it. */
function isSameTime({ brokenBy, mendedBy }: Regression, story: Regression): boolean {
  if (brokenBy.branch !== MAIN) return false;
  const margin = 3;
  const until = mendedBy?.index ?? Infinity;
  const end = (story.mendedBy?.index ?? Infinity) + margin;
  return brokenBy.index <= end && until >= story.brokenBy.index - margin;
}

/**
 * Whether the test is broken at that commit. A branch includes the regressions of main at the commit where it began.
 */
export function isBrokenIn(commit: SeededCommit, { brokenBy, mendedBy }: Regression): boolean {
  const onThatBranch = commit.branch === brokenBy.branch ? commit : commit.main;
  if (onThatBranch === null || onThatBranch.branch !== brokenBy.branch) return false;
  return (
    onThatBranch.index >= brokenBy.index &&
    (mendedBy === null || onThatBranch.index < mendedBy.index)
  );
}

function planRegression(
  commits: readonly SeededCommit[],
  length: number,
  { random, files, world }: { random: Random } & Omit<BreakableProject, 'key'>,
): Regression | null {
  // The first commit of main is excluded: a regression needs a passed run before it. A branch has that run on main.
  const isMain = commits[0]?.branch === MAIN;
  const from = isMain
    ? 1 + random.integer(Math.max(1, commits.length - 1))
    : random.integer(commits.length);
  const brokenBy = commits[from];
  if (world !== null) {
    const mendedBy = commits[from + length] ?? commits.at(-1);
    if (brokenBy === undefined || mendedBy === undefined || mendedBy === brokenBy) return null;
    return { ...toBroken(random.pick(world.regressions), files), brokenBy, mendedBy };
  }
  const file = files[random.integer(files.length)];
  if (brokenBy === undefined || file === undefined) return null;
  const count = 1 + random.integer(6);
  const tests = file.tests.filter(isSound).slice(0, count);
  if (tests.length === 0) return null;
  const kind = random.pick(REGRESSION_KINDS);
  const isInProduct = kind === 'undefinedValue';
  const cause = buildCause({
    kind,
    subject: file.thing,
    file: isInProduct ? file.productPath : file.path,
    functionName: isInProduct ? `${file.productFunction}Part${random.integer(9)}` : null,
    line: 10 + random.integer(200),
  });
  return { tests, cause, brokenBy, mendedBy: commits[from + length] ?? null };
}

function toBroken(
  { file, tests, cause }: WorldRegression,
  files: readonly TestedFile[],
): Pick<Regression, 'tests' | 'cause'> {
  const sound = (files.find(({ path }) => path === file)?.tests ?? []).filter(isSound);
  return { tests: sound.slice(0, tests), cause: toFailureCause(cause) };
}

/** Chooses only tests that never fail otherwise, so that every failure has one reason. */
function isSound({ truth, facts }: SeededTest): boolean {
  return (
    truth.trueFlakyRate === null && truth.skippedFrom === null && facts.expectedFailure !== true
  );
}
