import { createRequire } from 'node:module';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { onLeave } from '@svc/reporter-core/session/on-leave';
import type { ReporterOptions } from '@svc/reporter-core/options/options';
import { Session } from '@svc/reporter-core/session/session';
import { areFilesShard } from '@svc/reporter-core/options/split-shard';
import { readCommand } from './run/command.ts';
import { getOwnShard, RunRecord } from './run/run-record.ts';
import { buildEndedTests, buildRunReport, deriveShard } from './run/run-report.ts';

export type { ReporterOptions as PlaywrightReporterOptions } from '@svc/reporter-core/options/options';

/**
 * Reports Playwright Test runs to svc. Reads test files from Playwright's tree when their tests have ended, and the
 * execution when the run is over, because tests that did not run have no hooks. Errors in the reporter do not
 * affect the run: every hook catches its errors, and none returns a status.
 */
export default class SvcReporter implements Reporter {
  readonly #options: ReporterOptions;
  #session: Session | undefined;
  #record: RunRecord | undefined;
  #stopListening: (() => void) | undefined;

  /** Playwright adds its own settings to the options. Their names differ from ours. */
  constructor(options: ReporterOptions = {}) {
    // JSON and JavaScript may contain null.
    this.#options = options ?? {};
  }

  /** If no reporter prints, Playwright adds one that does. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#runQuietly(() => {
      const command = readCommand(process.argv, areFilesShard(getOwnShard(config.shard)));
      if (command.isListing) return;
      const record = new RunRecord(config, suite, command);
      const session = new Session({
        options: this.#options,
        ownOptions: { isFrameworks: (name) => !isConfigured(name, this.#options, config) },
        reporter: REPORTER,
        framework: { name: 'playwright', version: config.version },
        directory: record.directory,
        isWatching: command.isWatching,
        workerEnvs: [collectSecrets(config)],
      });
      this.#record = record;
      this.#session = session;
      // After the first Ctrl-C, Playwright finishes the run and calls `onEnd`. The second one kills the process.
      this.#stopListening = onLeave(() => session.leave(() => buildRunReport(record, 'left')), {
        graceful: ['SIGINT'],
      });
    });
  }

  onTestBegin(_test: TestCase, result: TestResult): void {
    this.#record?.running.add(result);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#record?.running.delete(result);
    this.#runQuietly(() => this.#takeEnded(test));
  }

  #takeEnded(test: TestCase): void {
    const record = this.#record;
    const isReporting = this.#session?.isReporting === true;
    if (record === undefined || !isReporting || record.command.isMerging) return;
    const tests = record.endTest(test);
    if (tests.length === 0) return;
    this.#session?.takeEnded(buildEndedTests(record, tests), {
      startedAt: record.startedAt.toISOString(),
      shard: deriveShard(record.config),
      partial: record.command.partial.length > 0 ? [...record.command.partial] : undefined,
      shareLeft: record.shareLeft,
    });
  }

  onError(error: TestError): void {
    this.#record?.errors.push(error);
  }

  /** Playwright waits for this hook without a limit. The session's budget limits the wait. */
  async onEnd(end: FullResult): Promise<void> {
    const record = this.#record;
    // After a global timeout, tests may still begin and end during the upload.
    this.#record = undefined;
    if (record !== undefined && !record.isListing(end)) {
      await this.#session?.finish(() => buildRunReport(record, end));
    }
    this.#runQuietly(() => this.#stopListening?.());
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

/** Secrets in the configuration that are not in `process.env`: variables of web servers, and HTTP passwords. */
function collectSecrets({ projects, webServer }: FullConfig): Record<string, string | undefined> {
  const credentials = projects.flatMap(({ use }) => use.httpCredentials ?? []);
  const passwords = credentials.map(({ password }, index) => [
    `HTTP_CREDENTIALS_PASSWORD_${index + 1}`,
    password,
  ]);
  return { ...webServer?.env, ...Object.fromEntries(passwords) };
}

/**
 * Whether the user has configured this option. Playwright adds options of its own, such as `configDir` and `_mode`, and
 * each version adds others. The configuration contains the user's options as they are. If it has no list of reporters,
 * no option counts as configured.
 */
function isConfigured(name: string, options: object, { reporter }: FullConfig): boolean {
  if (!Array.isArray(reporter)) return false;
  const value: unknown = Reflect.get(options, name);
  return reporter.some(([, configured]: readonly [string, unknown?]) => {
    if (typeof configured !== 'object' || configured === null) return false;
    return Object.hasOwn(configured, name) && Object.is(Reflect.get(configured, name), value);
  });
}

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');

/** The reporter's name and version in what it sends. */
const REPORTER = { name: '@svc/playwright-reporter', version: manifest.version };
