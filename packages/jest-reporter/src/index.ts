import { createRequire } from 'node:module';
import type {
  AggregatedResult,
  Config,
  Reporter,
  Test,
  TestCaseResult,
  TestContext,
  TestResult,
} from '@jest/reporters';
import { onLeave } from '@svc/reporter-core/session/on-leave';
import type { ReporterOptions } from '@svc/reporter-core/options/options';
import { Session } from '@svc/reporter-core/session/session';
import { readJestVersion } from './run/jest-version.ts';
import { hasTeardown, hasThreshold, describeReporterFailure } from './run/late-failure.ts';
import { onFailedTeardown } from './run/on-failed-teardown.ts';
import { RunRecord } from './run/run-record.ts';
import { buildRunReport } from './run/run-report.ts';

export type JestReporterOptions = ReporterOptions;

type CaseStart = Parameters<NonNullable<Reporter['onTestCaseStart']>>[1];

/**
 * Reports Jest runs to svc. Jest reports attempts only while they happen, and a file's console only when the file
 * ends. So the reporter reads a file when it ends, and the execution when the run is over. Errors in the reporter
 * do not affect the run: every hook catches its errors, and the exit code stays Jest's.
 */
class SvcReporter implements Reporter {
  readonly #config: Config.GlobalConfig;
  readonly #options: JestReporterOptions;
  #session: Session | undefined;
  #record: RunRecord | undefined;
  #stopListening: (() => void) | undefined;
  /** The results of a run that has ended. Jest changes them while other reporters end. */
  #results: AggregatedResult | undefined;

  constructor(config: Config.GlobalConfig, options: JestReporterOptions = {}) {
    this.#config = config;
    // JSON and JavaScript may contain null.
    this.#options = options ?? {};
  }

  onRunStart(results: AggregatedResult): void {
    this.#runQuietly(() => {
      if (isListing(this.#config) || willExitAtOnce(this.#config, results)) return;
      const { rootDir, watch, watchAll } = this.#config;
      const session = new Session({
        options: this.#options,
        reporter: REPORTER,
        framework: { name: 'jest', version: readJestVersion(rootDir) },
        directory: rootDir,
        isWatching: watch || watchAll,
        unseenCauses: hasThreshold(this.#config) ? ['a coverage threshold'] : [],
      });
      this.#session = session;
      if (!session.isReporting) return;
      const record = new RunRecord(this.#config, results, session.includeOutput);
      this.#record = record;
      this.#stopListening = onLeave(() => session.leave(() => buildRunReport(record, undefined)));
    });
  }

  onTestFileStart(test: Test): void {
    this.#runQuietly(() => this.#record?.startFile(test));
  }

  onTestCaseStart(test: Test, start: CaseStart): void {
    this.#runQuietly(() => this.#record?.log(test)?.start(start, start.startedAt ?? undefined));
  }

  onTestCaseResult(test: Test, result: TestCaseResult): void {
    this.#runQuietly(() => this.#record?.log(test)?.end(result));
  }

  onTestFileResult(test: Test, result: TestResult): void {
    this.#runQuietly(() => {
      const record = this.#record;
      if (record !== undefined)
        this.#session?.takeEnded(record.endFile(test, result), record.running);
    });
  }

  /** Files may end after this hook with `--bail`. Their results are not sent. */
  async onRunComplete(contexts: Set<TestContext>, results: AggregatedResult): Promise<void> {
    const record = this.#record;
    this.#record = undefined;
    await this.#session?.finish(() => {
      if (record === undefined) throw new Error('the end of a run came without its start');
      return buildRunReport(record, results);
    });
    this.#runQuietly(() => {
      this.#stopListening?.();
      if (record === undefined) return;
      this.#results = results;
      if (hasTeardown(this.#config, contexts)) onFailedTeardown(() => this.#reportTeardown());
    });
  }

  /**
   * Jest calls this after all reporters have ended, its coverage reporter included, and decides on the run at once. So
   * the decision is known in the next microtask. Never returns an error, which would fail the run.
   */
  getLastError(): undefined {
    queueMicrotask(() => this.#runQuietly(() => this.#reportDecision()));
  }

  #reportDecision(): void {
    const results = this.#results;
    this.#results = undefined;
    const message = results && describeReporterFailure({ config: this.#config, results });
    if (message === undefined) return;
    const failure = { error: { message }, cause: 'a reporter of Jest' };
    void this.#session?.amend({ ...failure, budgetMs: computeTimeLeftMs(this.#config) });
  }

  #reportTeardown(): void {
    const message = 'The global teardown failed: see the log for the error';
    void this.#session?.amend({ error: { message }, cause: 'the global teardown', budgetMs: 0 });
  }

  /** Reports an error of the reporter as a warning at the end of the run, so that it never fails the run. */
  #runQuietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#session?.warn(`the reporter itself failed: ${String(error)}`);
    }
  }
}

/** Declared without Jest's types, because a project that installs only `jest` cannot import them. */
const reporter: new (globalConfig: never, options?: JestReporterOptions) => object = SvcReporter;
export default reporter;

/**
 * How long a request may take after the run. With `forceExit`, Jest exits at once. With `detectOpenHandles`, Jest would
 * list the request. Otherwise Jest warns if the process stays for a second, an option since 29.5.
 */
function computeTimeLeftMs({
  forceExit,
  detectOpenHandles,
  openHandlesTimeout = 1_000,
}: Partial<Config.GlobalConfig>): number {
  if (forceExit || detectOpenHandles) return 0;
  return openHandlesTimeout === 0 ? LONGEST_MS : Math.min(openHandlesTimeout * 0.8, LONGEST_MS);
}

const LONGEST_MS = 5_000;

/** Since 30.5, Jest can collect tests without running them. */
function isListing({ collectTests }: { collectTests?: boolean }): boolean {
  return collectTests === true;
}

/** Whether Jest exits without waiting for its reporters, as it does without test files (unless that is allowed). */
function willExitAtOnce(
  { passWithNoTests, lastCommit, onlyChanged }: Config.GlobalConfig,
  { numTotalTestSuites }: AggregatedResult,
): boolean {
  return numTotalTestSuites === 0 && !passWithNoTests && !lastCommit && !onlyChanged;
}

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');

/** The reporter's name and version in what it sends. */
const REPORTER = { name: '@svc/jest-reporter', version: manifest.version };
