/** What a history is made from; the same options give the same history, byte for byte. */
export interface HistoryOptions {
  seed: number;
  /** About how many results all executions hold together. */
  results: number;
  /** Nothing is later. */
  end: Date;
  /** Tests alive at a time, over all projects. Default: 50,000 from a million results on, below it a fortieth. */
  tests?: number | undefined;
  /** Default: 90. */
  days?: number | undefined;
  /** Branches of each project, `main` included, as far as its executions suffice. Default: 20. */
  branches?: number | undefined;
  /** Default: one for 500 tests, at most 10. */
  projects?: number | undefined;
  /** Share of tests that are flaky. Default: 0.03. */
  flakyShare?: number | undefined;
  /** Share of flaky tests that are run once, without retries. Default: as many as fail one execution in ten. */
  unretriedShare?: number | undefined;
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
}

const MAX_TESTS = 50_000;
const MAX_PROJECTS = 10;

/** @throws RangeError naming an option that is out of range. */
export function shapeOf(options: HistoryOptions): HistoryShape {
  const { seed, results, end, days = 90, branches = 20, flakyShare = 0.03 } = options;
  const tests = options.tests ?? defaultTests(results);
  const projects = options.projects ?? clamp(Math.round(tests / 500), 1, MAX_PROJECTS);
  refuseUnless(Number.isSafeInteger(results) && results >= 100, 'results: at least 100');
  refuseUnless(Number.isSafeInteger(tests) && tests >= 1, 'tests: at least 1');
  refuseUnless(tests <= results, 'tests: at most one for each result');
  refuseUnless(days >= 1 && days <= 3_650, 'days: from 1 to 3650');
  refuseUnless(Number.isSafeInteger(branches) && branches >= 1, 'branches: at least 1');
  refuseUnless(Number.isSafeInteger(projects) && projects >= 1, 'projects: at least 1');
  refuseUnless(projects <= tests, 'projects: at most one for each test');
  refuseUnless(flakyShare >= 0 && flakyShare <= 0.5, 'flakyShare: from 0 to 0.5');
  const { unretriedShare = usualUnretriedShare((tests / projects) * flakyShare) } = options;
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
  };
}

// Measured: what births, removals, filters and executions cut off leave of a project's tests on average.
const USUAL_COMPLETENESS = 0.93;

/** Below a million forty runs a test, so that rates can be seen; at a million a tenth of the executions of ten million. */
function defaultTests(results: number): number {
  return results >= 1_000_000 ? MAX_TESTS : clamp(Math.round(results / 40), 1, MAX_TESTS);
}

// People who see main red more often than that set retries for what is flaky, or mend it.
const FAILED_BY_FLAKY_TESTS = 0.1;
// Of rates spread evenly over the orders of magnitude from 0.5 % to 40 %.
const MEAN_FLAKY_RATE = 0.09;

function usualUnretriedShare(flakyTests: number): number {
  if (flakyTests === 0) return 0;
  return Math.min(1, FAILED_BY_FLAKY_TESTS / (flakyTests * MEAN_FLAKY_RATE));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) throw new RangeError(message);
}
