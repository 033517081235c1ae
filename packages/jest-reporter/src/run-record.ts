import type { AggregatedResult, Config, Test, TestResult } from '@jest/reporters';
import type { IngestFile, IngestResult } from '@svc/contract/ingest';
import type { Which } from '@svc/reporter-core/session/options';
import type { RunningRun } from '@svc/reporter-core/session/early-upload';
import { guarded, guardedResult } from '@svc/reporter-core/session/guard';
import { pathsFrom } from '@svc/reporter-core/facts/repository-root';
import { UserOutput } from '@svc/reporter-core/output/user-output';
import { isFileWanted } from '@svc/reporter-core/session/wanted-results';
import { CaseLog, type SeenTest } from './case-log.ts';
import { type FileContext, fileVariant } from './file-context.ts';
import { fileLines } from './file-lines.ts';
import { fileOutput } from './file-output.ts';
import { ingestFile } from './ingest-file.ts';
import { ingestResult } from './ingest-result.ts';
import { isLeftOut, namePattern, partialReasons } from './partial-run.ts';

/** A test file as it is sent. */
export interface SentFile {
  file: IngestFile;
  results: IngestResult[];
}

interface RunningFile {
  test: Test;
  startedAt: number;
  log: CaseLog;
}

/**
 * What the hooks of one run leave behind. A file is translated as soon as it has ended: later Jest
 * has let go of its console, and while workers run the next ones this process has time.
 */
export class RunRecord {
  readonly config: Config.GlobalConfig;
  readonly startedAt: number;
  readonly sentPath: (path: string) => string;
  readonly endedFiles: SentFile[] = [];
  readonly #includeOutput: Which;
  readonly #namePattern: RegExp | undefined;
  readonly #output = new UserOutput();
  readonly #running: RunningFile[] = [];
  /** How many files there are to run. */
  readonly #files: number;

  constructor(
    config: Config.GlobalConfig,
    { startTime, numTotalTestSuites }: AggregatedResult,
    includeOutput: Which,
  ) {
    this.config = config;
    this.#files = Math.max(1, numTotalTestSuites);
    this.startedAt = startTime;
    this.#includeOutput = includeOutput;
    this.sentPath = pathsFrom(config.rootDir);
    this.#namePattern = namePattern(config);
  }

  startFile(test: Test): void {
    this.#running.push(begun(test));
  }

  /**
   * The attempts of the file that runs. In the hooks of single tests Jest names the file rightly and
   * the project at random: while two projects run one file, nothing is noted of either.
   */
  log({ path }: Test): CaseLog | undefined {
    const [running, ...others] = this.#running.filter(({ test }) => test.path === path);
    return others.length === 0 ? running?.log : undefined;
  }

  /** Gives the file as it is sent. */
  endFile(test: Test, result: TestResult): SentFile {
    const at = this.#running.findIndex(
      (running) => running.test.path === test.path && running.test.context === test.context,
    );
    const { log, startedAt } = this.#running.splice(at, at === -1 ? 0 : 1)[0] ?? begun(test);
    const context = this.#contextOf(test, undefined);
    const hasResults = result.testResults.length > 0;
    // A worker that died, or could not hand its results over, leaves only what was heard on the way.
    const tests = hasResults ? log.endedTests(result.testResults) : log.unendedTests();
    const results = this.#resultsOf(tests, test.path, context);
    const file = readFile(result, context, startedAt);
    const isWanted = isFileWanted(file, results, this.#includeOutput);
    const output = isWanted
      ? guarded(
          () => fileOutput(result, this.#output),
          () => ({}),
        )
      : {};
    const ended = { file: { ...file, ...output }, results };
    this.endedFiles.push(ended);
    return ended;
  }

  /** What is known of the run by now. */
  get running(): RunningRun {
    const { config, startedAt } = this;
    return {
      startedAt: new Date(startedAt).toISOString(),
      shard: shardOf(config),
      partial: partialReasons(config, undefined),
      shareLeft: Math.max(0, 1 - this.endedFiles.length / this.#files),
    };
  }

  /** The files that have begun and not ended, as far as they got. */
  unendedFiles(cutOffBy: string | undefined): SentFile[] {
    return this.#running.map(({ test, startedAt, log }) => {
      const context = this.#contextOf(test, cutOffBy);
      const { file, variant } = context;
      return {
        file: { file, variant, durationMs: Date.now() - startedAt },
        results: this.#resultsOf(log.unendedTests(), test.path, context),
      };
    });
  }

  #contextOf(test: Test, cutOffBy: string | undefined): FileContext {
    const { sentPath } = this;
    return { file: sentPath(test.path), variant: fileVariant(test), sentPath, cutOffBy };
  }

  #resultsOf(tests: readonly SeenTest[], path: string, context: FileContext): IngestResult[] {
    const lines = guarded(
      () => fileLines(path, tests, this.startedAt),
      () => [],
    );
    const results: IngestResult[] = [];
    for (const [index, test] of tests.entries()) {
      if (isLeftOut(test, this.#namePattern)) continue;
      results.push(readTest(test, lines[index], context));
    }
    return results;
  }
}

export function shardOf({ shard }: Config.GlobalConfig): RunningRun['shard'] {
  return shard && { index: shard.shardIndex, total: shard.shardCount };
}

function readFile(result: TestResult, context: FileContext, startedAt: number): IngestFile {
  const { file, variant } = context;
  return guarded(
    () => ingestFile(result, context, startedAt),
    () => ({ file, variant, durationMs: Math.max(0, Date.now() - startedAt) }),
  );
}

function readTest(test: SeenTest, line: number | undefined, context: FileContext): IngestResult {
  return guardedResult(
    context,
    () => ingestResult(test, line, context),
    () => ({ titlePath: test.titlePath, status: leastStatus(test) }),
  );
}

function leastStatus({ final }: SeenTest): IngestResult['status'] {
  if (final === undefined) return 'interrupted';
  return final.status === 'passed' || final.status === 'failed' ? final.status : 'skipped';
}

function begun(test: Test): RunningFile {
  return { test, startedAt: Date.now(), log: new CaseLog() };
}
