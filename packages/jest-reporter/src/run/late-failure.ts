import type { AggregatedResult, Config, TestContext } from '@jest/reporters';

/** The results of a run once all reporters have ended. */
export interface EndedRun {
  config: Config.GlobalConfig;
  results: AggregatedResult;
}

type Threshold = Partial<Record<'statements' | 'branches' | 'lines' | 'functions', number>>;
interface Coverage {
  total: number;
  covered: number;
  pct: number;
}

/**
 * Why Jest fails a run whose reporters have ended: a missed coverage threshold. Jest checks it in its own reporter,
 * after all others. Undefined if Jest does not fail the run, or only because of its tests.
 */
export function describeReporterFailure({ config, results }: EndedRun): string | undefined {
  const missed = describeMissedGlobals(config, results);
  if (missed.length > 0) return missed.join('; ');
  if (results.success || !hasPassed(results)) return undefined;
  return hasThreshold(config)
    ? 'Jest failed this run although no test failed: a coverage threshold was missed, or another reporter failed'
    : 'Jest failed this run although no test failed: another reporter failed';
}

/** Jest checks it after its reporters, also when tests failed, and exits with the same status. */
export function hasThreshold({ collectCoverage, coverageThreshold }: Config.GlobalConfig): boolean {
  return collectCoverage && Object.keys(coverageThreshold ?? {}).length > 0;
}

/** Jest's verdict without its reporters. */
function hasPassed({ numFailedTests, numRuntimeErrorTestSuites, snapshot }: AggregatedResult) {
  return numFailedTests === 0 && numRuntimeErrorTestSuites === 0 && !snapshot.failure;
}

/**
 * The missed thresholds, if all are global, in Jest's words. Other thresholds apply to paths and globs, and take files
 * out of the global one.
 */
function describeMissedGlobals(
  config: Config.GlobalConfig,
  { coverageMap }: AggregatedResult,
): string[] {
  const { global, ...others } = config.coverageThreshold ?? {};
  if (!hasThreshold(config) || global === undefined || Object.keys(others).length > 0) return [];
  // Jest checks no threshold if no file has coverage.
  if (!coverageMap || coverageMap.files().length === 0) return [];
  const summary = coverageMap.getCoverageSummary();
  return KINDS.flatMap((kind) => missed(kind, summary[kind], (global as Threshold)[kind]));
}

const KINDS = ['statements', 'branches', 'lines', 'functions'] as const;

/** A negative threshold is the largest allowed number of uncovered items. */
function missed(kind: string, { total, covered, pct }: Coverage, threshold = 0): string[] {
  const uncovered = total - covered;
  if (threshold < 0) {
    return -threshold < uncovered
      ? [`Uncovered count for ${kind} (${uncovered}) exceeds global threshold (${-threshold})`]
      : [];
  }
  return pct < threshold
    ? [`Coverage for ${kind} (${pct}%) does not meet global threshold (${threshold}%)`]
    : [];
}

/** Whether Jest runs a global teardown for these projects, after all reporters. */
export function hasTeardown(config: Config.GlobalConfig, contexts: Set<TestContext>): boolean {
  const projects = [...contexts].map((context) => context.config.globalTeardown);
  return [config.globalTeardown, ...projects].some((path) => Boolean(path));
}
