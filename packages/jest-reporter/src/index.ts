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
import { jestVersion } from './run/jest-version.ts';
import { RunRecord } from './run/run-record.ts';
import { runReport } from './run/run-report.ts';

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

  constructor(config: Config.GlobalConfig, options: JestReporterOptions = {}) {
    this.#config = config;
    // JSON and JavaScript may contain null.
    this.#options = options ?? {};
  }

  onRunStart(results: AggregatedResult): void {
    this.#quietly(() => {
      if (isListing(this.#config) || endsAtOnce(this.#config, results)) return;
      const { rootDir, watch, watchAll } = this.#config;
      const session = new Session({
        options: this.#options,
        reporter: REPORTER,
        framework: { name: 'jest', version: jestVersion(rootDir) },
        directory: rootDir,
        isWatching: watch || watchAll,
        unseenCauses: hasCoverageThreshold(this.#config) ? ['a coverage threshold'] : [],
      });
      this.#session = session;
      if (!session.isReporting) return;
      const record = new RunRecord(this.#config, results, session.includeOutput);
      this.#record = record;
      this.#stopListening = onLeave(() => session.leave(() => runReport(record, undefined)));
    });
  }

  onTestFileStart(test: Test): void {
    this.#quietly(() => this.#record?.startFile(test));
  }

  onTestCaseStart(test: Test, start: CaseStart): void {
    this.#quietly(() => this.#record?.log(test)?.start(start, start.startedAt ?? undefined));
  }

  onTestCaseResult(test: Test, result: TestCaseResult): void {
    this.#quietly(() => this.#record?.log(test)?.end(result));
  }

  onTestFileResult(test: Test, result: TestResult): void {
    this.#quietly(() => {
      const record = this.#record;
      if (record !== undefined)
        this.#session?.takeEnded(record.endFile(test, result), record.running);
    });
  }

  /** With `--bail`, files may end after this hook. Their results are not sent. */
  async onRunComplete(_: Set<TestContext>, results: AggregatedResult): Promise<void> {
    const record = this.#record;
    this.#record = undefined;
    await this.#session?.finish(() => {
      if (record === undefined) throw new Error('the end of a run came without its start');
      return runReport(record, results);
    });
    this.#quietly(() => this.#stopListening?.());
  }

  /** Reports an error of the reporter as a warning at the end of the run, so that it never fails the run. */
  #quietly(work: () => void): void {
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

/** Jest checks it after its reporters, also when tests failed, and exits with the same status. */
function hasCoverageThreshold({
  collectCoverage,
  coverageThreshold,
}: Config.GlobalConfig): boolean {
  return collectCoverage && Object.keys(coverageThreshold ?? {}).length > 0;
}

/** Since 30.5, Jest can collect tests without running them. */
function isListing({ collectTests }: { collectTests?: boolean }): boolean {
  return collectTests === true;
}

/** Whether Jest exits without waiting for its reporters, as it does without test files (unless that is allowed). */
function endsAtOnce(
  { passWithNoTests, lastCommit, onlyChanged }: Config.GlobalConfig,
  { numTotalTestSuites }: AggregatedResult,
): boolean {
  return numTotalTestSuites === 0 && !passWithNoTests && !lastCommit && !onlyChanged;
}

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');

/** The reporter's name and version in what it sends. */
const REPORTER = { name: '@svc/jest-reporter', version: manifest.version };
