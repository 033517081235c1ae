import { REGRESSION_KINDS } from '../bodies/cause-kinds.ts';
import { MAIN, type SeededCommit } from './commit-plan.ts';
import { buildCause, type FailureCause } from '../bodies/failure-causes.ts';
import { createRandom, deriveKey, type Random } from '../random.ts';
import type { SeededTest } from './test-plan.ts';
import type { TestedFile } from './tested-files.ts';

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
  key: number,
  { main, branches }: { main: readonly SeededCommit[]; branches: readonly SeededCommit[][] },
  files: readonly TestedFile[],
): Regression[] {
  const random = createRandom(deriveKey(key, 'regressions'));
  const onMain = Array.from({ length: Math.ceil(main.length / 16) }, () =>
    planRegression(main, 1 + Math.floor(6 * random.unit() ** 2), { random, files }),
  );
  const onBranches = branches
    .filter(() => random.chance(2 / 3))
    .map((commits) => planRegression(commits, 1 + random.integer(4), { random, files }));
  return [...onMain, ...onBranches].filter((regression) => regression !== null);
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
  { random, files }: { random: Random; files: readonly TestedFile[] },
): Regression | null {
  // The first commit of main is excluded: a regression needs a passed run before it. A branch has that run on main.
  const isMain = commits[0]?.branch === MAIN;
  const from = isMain
    ? 1 + random.integer(Math.max(1, commits.length - 1))
    : random.integer(commits.length);
  const brokenBy = commits[from];
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

/** Chooses only tests that never fail otherwise, so that every failure has one reason. */
function isSound({ truth, facts }: SeededTest): boolean {
  return (
    truth.trueFlakyRate === null && truth.skippedFrom === null && facts.expectedFailure !== true
  );
}
