import type { World } from './world/world.ts';

/** The options of a history. The same options give the same history, byte for byte. */
export interface HistoryOptions {
  seed: number;
  /** The approximate number of results of all executions together. */
  results: number;
  /** The end of the history. Nothing happens later. */
  end: Date;
  /**
   * Tests that exist at the same time, over all projects. Default: 50,000 from a million results on, otherwise a
   * fortieth of the results.
   */
  tests?: number | undefined;
  /** The length of the history. Default: 90. */
  days?: number | undefined;
  /** Branches of each project, including `main`. Fewer if the project has few executions. Default: 20. */
  branches?: number | undefined;
  /** The number of projects. Default: one per 500 tests, at most 10. */
  projects?: number | undefined;
  /** Share of tests that are flaky. Default: 0.03. */
  flakyShare?: number | undefined;
  /** Share of flaky tests without retries. Default: such that they fail about one execution in ten. */
  unretriedShare?: number | undefined;
  /** Projects, tests, people and changes instead of random words. It decides `tests`, `projects` and what is flaky. */
  world?: World | undefined;
}

/** The options with every default filled in. */
export interface HistoryShape {
  seed: number;
  results: number;
  start: Date;
  end: Date;
  tests: number;
  days: number;
  branches: number;
  projects: number;
  executionsPerProject: number;
  flakyShare: number;
  unretriedShare: number;
  /** Null: everything has random words. */
  world: World | null;
}

const MAX_TESTS = 50_000;
const MAX_PROJECTS = 10;

/** @throws RangeError naming an option that is out of range. */
export function buildShape(options: HistoryOptions): HistoryShape {
  const { seed, results, end, days = 90, branches = 20, flakyShare = 0.03, world = null } = options;
  const tests =
    world === null ? (options.tests ?? computeDefaultTests(results)) : countTests(world);
  const projects =
    world?.projects.length ?? options.projects ?? clamp(Math.round(tests / 500), 1, MAX_PROJECTS);
  refuseUnless(Number.isSafeInteger(results) && results >= 100, 'results: at least 100');
  refuseUnless(Number.isSafeInteger(tests) && tests >= 1, 'tests: at least 1');
  refuseUnless(tests <= results, 'tests: at most one for each result');
  refuseUnless(days >= 1 && days <= 3_650, 'days: from 1 to 3650');
  refuseUnless(Number.isSafeInteger(branches) && branches >= 1, 'branches: at least 1');
  refuseUnless(Number.isSafeInteger(projects) && projects >= 1, 'projects: at least 1');
  refuseUnless(projects <= tests, 'projects: at most one for each test');
  refuseUnless(flakyShare >= 0 && flakyShare <= 0.5, 'flakyShare: from 0 to 0.5');
  const { unretriedShare = computeUnretriedShare((tests / projects) * flakyShare) } = options;
  refuseUnless(unretriedShare >= 0 && unretriedShare <= 1, 'unretriedShare: from 0 to 1');
  return {
    seed,
    results,
    start: new Date(end.getTime() - days * 24 * 60 * 60 * 1000),
    end,
    tests,
    days,
    branches,
    projects,
    executionsPerProject: Math.max(1, Math.round(results / (tests * USUAL_COMPLETENESS))),
    flakyShare,
    unretriedShare,
    world,
  };
}

function countTests({ projects }: World): number {
  return projects
    .flatMap(({ files }) => files)
    .reduce((sum, { titles, hasTwoBrowsers }) => sum + titles.length * (hasTwoBrowsers ? 2 : 1), 0);
}

// Measured: the average share of a project's tests in an execution, with births, removals, filters and interruptions.
const USUAL_COMPLETENESS = 0.93;

/**
 * Below a million results, each test has forty runs, so that rates can be measured. From a million results on, the
 * number of tests is constant, and more results mean more executions.
 */
function computeDefaultTests(results: number): number {
  return results >= 1_000_000 ? MAX_TESTS : clamp(Math.round(results / 40), 1, MAX_TESTS);
}

// Teams whose main branch fails more often add retries to flaky tests, or fix them.
const FAILED_BY_FLAKY_TESTS = 0.1;
// The mean of rates whose logarithms are uniformly distributed from 0.5 % to 40 %.
const MEAN_FLAKY_RATE = 0.09;

function computeUnretriedShare(flakyTests: number): number {
  if (flakyTests === 0) return 0;
  return Math.min(1, FAILED_BY_FLAKY_TESTS / (flakyTests * MEAN_FLAKY_RATE));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) throw new RangeError(message);
}
