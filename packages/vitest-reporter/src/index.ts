import { createRequire } from 'node:module';
import { onLeave } from '@svc/reporter-core/session/on-leave';
import { Session } from '@svc/reporter-core/session/session';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import type { UserConsoleLog } from 'vitest';
import type {
  Reporter,
  SerializedError,
  TestModule,
  TestRunEndReason,
  TestSpecification,
  Vitest,
} from 'vitest/node';
import {
  OWN_OPTIONS,
  type VitestReporterOptions,
  formatLocationsComplaint,
  isLocations,
  noteLocations,
  readLocationsOption,
} from './run/options.ts';
import { findBlobLabel, buildLegReports } from './run/leg-reports.ts';
import { RunRecord } from './run/run-record.ts';
import { findPartialReasons } from './run/partial-run.ts';
import {
  buildEndedModuleReport,
  isMergedRun,
  buildRunReport,
  deriveShard,
} from './run/run-report.ts';

export type { VitestReporterOptions } from './run/options.ts';

/**
 * Reports Vitest runs to svc. Reads test files from Vitest's tree when they have ended, and the execution when the
 * run is over: the hooks of single tests are called in any order and not for all tests. Errors in the reporter do
 * not affect the run: every hook catches its errors, and the exit code stays Vitest's.
 */
export default class SvcReporter implements Reporter {
  readonly #options: VitestReporterOptions;
  #vitest: Vitest | undefined;
  #session: Session | undefined;
  #record: RunRecord | undefined;
  #stopListening: (() => void) | undefined;
  #isRerun = false;

  constructor(options: VitestReporterOptions = {}) {
    // JSON and JavaScript may contain null.
    this.#options = options ?? {};
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#runQuietly(() => {
      if (readLocationsOption(this.#options.locations)) noteLocations(vitest);
    });
  }

  onWatcherRerun(): void {
    this.#isRerun = true;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#runQuietly(() => {
      const vitest = this.#vitest;
      if (vitest === undefined || isBenchmark(vitest)) return;
      const session = new Session({
        options: this.#options,
        ownOptions: { names: OWN_OPTIONS },
        reporter: REPORTER,
        framework: { name: 'vitest', version: vitest.version },
        directory: vitest.config.root,
        leg: findBlobLabel(vitest),
        isWatching: vitest.config.watch,
        workerEnvs: collectWorkerEnvs(vitest),
        unseenCauses: hasCoverageThreshold(vitest) ? ['a coverage threshold'] : [],
      });
      this.#session = session;
      const { locations } = this.#options;
      if (!isLocations(locations)) session.warn(formatLocationsComplaint(locations));
      this.#stopListening?.();
      if (!session.isReporting) return;
      const { includeOutput } = session;
      const record = new RunRecord(vitest, {
        specifications,
        isRerun: this.#isRerun,
        includeOutput,
      });
      this.#record = record;
      this.#stopListening = onLeave(() => session.leave(() => buildRunReport(record, 'left')));
    });
  }

  onTestModuleQueued(module: TestModule): void {
    this.#runQuietly(() => this.#record?.addModule(module));
  }

  onTestModuleCollected(module: TestModule): void {
    this.#runQuietly(() => this.#record?.addModule(module));
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    this.#runQuietly(() => {
      if (log.taskId !== undefined) this.#record?.addOutput(log.taskId, log);
    });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#runQuietly(() => {
      const record = this.#record;
      if (record === undefined) return;
      record.endModule(module);
      if (!isMergedRun(record.vitest)) this.#takeEnded(record);
    });
  }

  /** Modules with attachments wait for the end of the run, when there is time to read the attachments. */
  #takeEnded(record: RunRecord): void {
    for (const module of record.takeSettledModules()) {
      if (record.reports.has(module.id)) continue;
      const report = buildEndedModuleReport(module, record);
      record.reports.set(module.id, report);
      if (report.attachments.length > 0) continue;
      this.#session?.takeEnded(report, {
        startedAt: record.startedAt.toISOString(),
        shard: deriveShard(record),
        partial: findPartialReasons(record, 'passed'),
        shareLeft: record.shareLeft,
      });
    }
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const record = this.#record;
    const session = this.#session;
    let otherLegs: RunReport[] = [];
    const firstLeg = session?.finish(() => {
      if (record === undefined) throw new Error('the end of a run came without its start');
      record.end(modules, unhandledErrors);
      const [report, ...others] = buildLegReports(record, reason);
      otherLegs = others;
      return report;
    });
    // `finish` reads the report before it waits for anything.
    await Promise.all([
      firstLeg,
      ...otherLegs.map((report) => session && finishLeg(session, report)),
    ]);
    this.#runQuietly(() => this.#stopListening?.());
    this.#record = undefined;
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

/** Sends another leg of a merged report as a part of the same execution. */
async function finishLeg(first: Session, report: RunReport): Promise<void> {
  const session = first.createSibling();
  const stopListening = onLeave(() => session.leave(() => report));
  await session.finish(() => report);
  stopListening();
}

/**
 * The variables that `test.env` sets only in workers. Vitest does not expose variables that setup files set there,
 * for example with dotenv.
 */
function collectWorkerEnvs({ config, projects }: Vitest): Record<string, string>[] {
  return [config, ...projects.map((project) => project.config)].map(({ env }) => toTexts(env));
}

function toTexts(env: object | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, `${value}`]));
}

/**
 * True if Vitest checks a coverage threshold after its reporters even when tests failed, with the same exit code. By
 * default it skips coverage then.
 */
function hasCoverageThreshold({ config: { coverage } }: Vitest): boolean {
  const { enabled, reportOnFailure, thresholds } = coverage as {
    enabled?: boolean;
    reportOnFailure?: boolean;
    thresholds?: object;
  };
  return enabled === true && reportOnFailure === true && Object.keys(thresholds ?? {}).length > 0;
}

/** Benchmarks have no pass or fail. Since Vitest 5, benchmarks are not a mode. */
function isBenchmark({ mode }: { mode: string }): boolean {
  return mode === 'benchmark';
}

const manifest: { version: string } = createRequire(import.meta.url)('../package.json');

/** The reporter's name and version in what it sends. */
const REPORTER = { name: '@svc/vitest-reporter', version: manifest.version };
