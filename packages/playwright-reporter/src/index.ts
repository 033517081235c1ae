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
import type { ReporterOptions } from '@svc/reporter-core/session/options';
import { Session } from '@svc/reporter-core/session/session';
import { readCommand } from './command.ts';
import { REPORTER } from './reporter-name.ts';
import { RunRecord } from './run-record.ts';
import { endedTests, runReport, shardOf } from './run-report.ts';

export type { ReporterOptions as PlaywrightReporterOptions } from '@svc/reporter-core/session/options';

/**
 * Reports Playwright Test runs to svc. Files are read from Playwright's own tree when their tests
 * have ended, and the execution when the run is over, because tests that never ran have no hooks.
 * Nothing in here reaches the user's run: no hook throws, and none gives a status back.
 */
export default class SvcReporter implements Reporter {
  readonly #options: ReporterOptions;
  #session: Session | undefined;
  #record: RunRecord | undefined;
  #stopListening: (() => void) | undefined;

  /** Playwright adds settings of its own, under names that are none of ours. */
  constructor(options: ReporterOptions = {}) {
    // JSON and JavaScript may say null.
    this.#options = options ?? {};
  }

  /** Where no reporter prints, Playwright adds one that does. */
  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#quietly(() => {
      const command = readCommand(process.argv);
      if (command.isListing) return;
      const record = new RunRecord(config, suite, command);
      const session = new Session({
        options: this.#options,
        reporter: REPORTER,
        framework: { name: 'playwright', version: config.version },
        directory: record.directory,
        isWatching: command.isWatching,
        workerEnvs: [secretsOf(config)],
      });
      this.#record = record;
      this.#session = session;
      // On the first Ctrl-C Playwright ends its run in good order, and calls `onEnd`; the second one kills it.
      this.#stopListening = onLeave(() => session.leave(() => runReport(record, 'left')), {
        graceful: ['SIGINT'],
      });
    });
  }

  onTestBegin(_test: TestCase, result: TestResult): void {
    this.#record?.running.add(result);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#record?.running.delete(result);
    this.#quietly(() => this.#takeEnded(test));
  }

  #takeEnded(test: TestCase): void {
    const record = this.#record;
    const isReporting = this.#session?.isReporting === true;
    if (record === undefined || !isReporting || record.command.isMerging) return;
    const tests = record.endTest(test);
    if (tests.length === 0) return;
    this.#session?.takeEnded(endedTests(record, tests), {
      startedAt: record.startedAt.toISOString(),
      shard: shardOf(record.config.shard),
      partial: record.command.partial.length > 0 ? [...record.command.partial] : undefined,
      shareLeft: record.shareLeft,
    });
  }

  onError(error: TestError): void {
    this.#record?.errors.push(error);
  }

  /** Waited for by Playwright without limit: the session's budget is the limit. */
  async onEnd(end: FullResult): Promise<void> {
    const record = this.#record;
    // Tests may still begin and end during the upload, after a global time-out.
    this.#record = undefined;
    if (record !== undefined && !record.isListing(end)) {
      await this.#session?.finish(() => runReport(record, end));
    }
    this.#quietly(() => this.#stopListening?.());
  }

  /** A fault in here is told at the end of the run, and never becomes one of the run's own. */
  #quietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#session?.warn(`the reporter itself failed: ${String(error)}`);
    }
  }
}

/** What the configuration shows beside the process' own variables: those of web servers, and passwords for pages. */
function secretsOf({ projects, webServer }: FullConfig): Record<string, string | undefined> {
  const credentials = projects.flatMap(({ use }) => use.httpCredentials ?? []);
  const passwords = credentials.map(({ password }, index) => [
    `HTTP_CREDENTIALS_PASSWORD_${index + 1}`,
    password,
  ]);
  return { ...webServer?.env, ...Object.fromEntries(passwords) };
}
