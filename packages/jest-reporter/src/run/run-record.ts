import type { AggregatedResult, Config, Test, TestResult } from '@jest/reporters';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { Which } from '@svc/reporter-core/report/wanted-results';
import type { RunningRun } from '@svc/reporter-core/session/early-upload';
import { guard, guardResult } from '@svc/reporter-core/report/guard';
import { createPathConverter } from '@svc/reporter-core/facts/repository-root';
import { UserOutput } from '@svc/reporter-core/output/user-output';
import { isFileWanted } from '@svc/reporter-core/report/wanted-results';
import { CaseLog, type SeenTest } from '../results/case-log.ts';
import {
  type FileContext,
  getFileVariant,
  collectFileOutput,
  buildIngestFile,
} from '../results/ingest-file.ts';
import { buildExecErrorText } from '../results/ingest-error.ts';
import { readFileLines } from '../results/file-lines.ts';
import { buildIngestResult } from '../results/ingest-result.ts';
import { chooseShard } from '@svc/reporter-core/options/split-shard';
import { isLeftOut, buildNamePattern, getOwnShard, findPartialReasons } from './partial-run.ts';
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
    this.sentPath = createPathConverter(config.rootDir);
    this.#namePattern = buildNamePattern(config);
  }

  startFile(test: Test): void {
    this.#running.push(createRunningFile(test));
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
    const { log, startedAt } =
      this.#running.splice(at, at === -1 ? 0 : 1)[0] ?? createRunningFile(test);
    const context = this.#buildContext(test, undefined);
    const hasResults = result.testResults.length > 0;
    // If a worker crashed or could not serialise its results, only the recorded attempts are left.
    const tests = hasResults
      ? log.buildEndedTests(result.testResults)
      : log.buildUnendedTests(countCrashes(result));
    const results = this.#buildResults(tests, test.path, context);
    const file = readFile(result, context, startedAt);
    const isWanted = isFileWanted(file, results, this.#includeOutput);
    const output = isWanted
      ? guard(
          () => collectFileOutput(result, this.#output),
          () => ({}),
        )
      : {};
    const ended = { file: { ...file, ...output }, results };
    this.endedFiles.push(ended);
    return ended;
  }

  /** The known facts about the run so far. */
  get running(): RunningRun {
    const { config, startedAt } = this;
    return {
      startedAt: new Date(startedAt).toISOString(),
      shard: deriveShard(config),
      partial: findPartialReasons(config, undefined),
      shareLeft: Math.max(0, 1 - this.endedFiles.length / this.#files),
    };
  }

  /** Files that have begun but not ended, with the tests recorded so far. */
  buildUnendedFiles(cutOffBy: string | undefined): SentFile[] {
    return this.#running.map(({ test, startedAt, log }) => {
      const context = this.#buildContext(test, cutOffBy);
      const { file, variant } = context;
      return {
        file: { file, variant, durationMs: clock.nowMs() - startedAt },
        results: this.#buildResults(log.buildUnendedTests(), test.path, context),
      };
    });
  }

  #buildContext(test: Test, cutOffBy: string | undefined): FileContext {
    const { sentPath } = this;
    return { file: sentPath(test.path), variant: getFileVariant(test), sentPath, cutOffBy };
  }

  #buildResults(tests: readonly SeenTest[], path: string, context: FileContext): IngestResult[] {
    const lines = guard(
      () => readFileLines(path, tests, this.startedAt),
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

export function deriveShard(config: Config.GlobalConfig): RunningRun['shard'] {
  return chooseShard(getOwnShard(config));
}

function readFile(result: TestResult, context: FileContext, startedAt: number): IngestFile {
  const { file, variant } = context;
  return guard(
    () => buildIngestFile(result, context, startedAt),
    () => ({ file, variant, durationMs: Math.max(0, clock.nowMs() - startedAt) }),
  );
}

function readTest(test: SeenTest, line: number | undefined, context: FileContext): IngestResult {
  return guardResult(
    context,
    () => buildIngestResult(test, line, context),
    () => ({ titlePath: test.titlePath, status: deriveLeastStatus(test) }),
  );
}

/** How often the worker of the file crashed, which Jest reports only in words. */
function countCrashes({ testExecError }: TestResult): number {
  const text = testExecError ? buildExecErrorText(testExecError) : '';
  return Number(/encountered (\d+) child process exceptions/.exec(text)?.[1] ?? 0);
}

function deriveLeastStatus({ final }: SeenTest): IngestResult['status'] {
  if (final === undefined) return 'interrupted';
  return final.status === 'passed' || final.status === 'failed' ? final.status : 'skipped';
}

function createRunningFile(test: Test): RunningFile {
  return { test, startedAt: clock.nowMs(), log: new CaseLog() };
}
