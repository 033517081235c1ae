import type { AggregatedResult, Config, Test, TestResult } from '@jest/reporters';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Which } from '@svc/reporter-core/options/options';
import type { RunningRun } from '@svc/reporter-core/session/early-upload';
import { guarded, guardedResult } from '@svc/reporter-core/report/guard';
import { pathsFrom } from '@svc/reporter-core/facts/repository-root';
import { UserOutput } from '@svc/reporter-core/output/user-output';
import { isFileWanted } from '@svc/reporter-core/report/wanted-results';
import { CaseLog, type SeenTest } from '../results/case-log.ts';
import { type FileContext, fileVariant, fileOutput, ingestFile } from '../results/ingest-file.ts';
import { execErrorText } from '../results/ingest-error.ts';
import { fileLines } from '../results/file-lines.ts';
import { ingestResult } from '../results/ingest-result.ts';
import { shardOrSplit } from '@svc/reporter-core/options/split-shard';
import { isLeftOut, namePattern, ownShard, partialReasons } from './partial-run.ts';
import { clock } from '@svc/reporter-core/clock';

/** A test file in the sent form. */
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
 * The state of one run, collected by the hooks. Translates a file when it ends: later Jest has dropped the file's
 * console, and this process is mostly idle while workers run the next files.
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
  /** Number of files in the run. */
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
   * The attempt log of a running file. Hooks of single tests have the right file but an arbitrary project. So while
   * two projects run the same file, the attempts of neither are recorded.
   */
  log({ path }: Test): CaseLog | undefined {
    const [running, ...others] = this.#running.filter(({ test }) => test.path === path);
    return others.length === 0 ? running?.log : undefined;
  }

  /** Returns the file in the sent form. */
  endFile(test: Test, result: TestResult): SentFile {
    const at = this.#running.findIndex(
      (running) => running.test.path === test.path && running.test.context === test.context,
    );
    const { log, startedAt } = this.#running.splice(at, at === -1 ? 0 : 1)[0] ?? begun(test);
    const context = this.#contextOf(test, undefined);
    const hasResults = result.testResults.length > 0;
    // If a worker crashed or could not serialise its results, only the recorded attempts are left.
    const tests = hasResults
      ? log.endedTests(result.testResults)
      : log.unendedTests(crashesOf(result));
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

  /** What is known about the run so far. */
  get running(): RunningRun {
    const { config, startedAt } = this;
    return {
      startedAt: new Date(startedAt).toISOString(),
      shard: shardOf(config),
      partial: partialReasons(config, undefined),
      shareLeft: Math.max(0, 1 - this.endedFiles.length / this.#files),
    };
  }

  /** Files that have begun but not ended, with the tests recorded so far. */
  unendedFiles(cutOffBy: string | undefined): SentFile[] {
    return this.#running.map(({ test, startedAt, log }) => {
      const context = this.#contextOf(test, cutOffBy);
      const { file, variant } = context;
      return {
        file: { file, variant, durationMs: clock.nowMs() - startedAt },
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

export function shardOf(config: Config.GlobalConfig): RunningRun['shard'] {
  return shardOrSplit(ownShard(config));
}

function readFile(result: TestResult, context: FileContext, startedAt: number): IngestFile {
  const { file, variant } = context;
  return guarded(
    () => ingestFile(result, context, startedAt),
    () => ({ file, variant, durationMs: Math.max(0, clock.nowMs() - startedAt) }),
  );
}

function readTest(test: SeenTest, line: number | undefined, context: FileContext): IngestResult {
  return guardedResult(
    context,
    () => ingestResult(test, line, context),
    () => ({ titlePath: test.titlePath, status: leastStatus(test) }),
  );
}

/** How often the worker of the file crashed, which Jest says only in words. */
function crashesOf({ testExecError }: TestResult): number {
  const text = testExecError ? execErrorText(testExecError) : '';
  return Number(/encountered (\d+) child process exceptions/.exec(text)?.[1] ?? 0);
}

function leastStatus({ final }: SeenTest): IngestResult['status'] {
  if (final === undefined) return 'interrupted';
  return final.status === 'passed' || final.status === 'failed' ? final.status : 'skipped';
}

function begun(test: Test): RunningFile {
  return { test, startedAt: clock.nowMs(), log: new CaseLog() };
}
