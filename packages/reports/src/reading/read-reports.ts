import { type AttemptFile, findAttemptFiles } from '../files/attempt-files.ts';
import { type Progress, readAnyReport, computeShare } from './read-any-report.ts';
import { joinFacts, type ReportBatch, type RunFacts } from '@svc/formats/report-batch';
import { ReportError } from '@svc/formats/report-error';
import type { ReportFile } from '../files/report-file.ts';
import { findFolderOfFiles, createReportPaths } from '../files/report-paths.ts';
import { extendSpan, type TimeSpan } from './time-span.ts';
import { countResult, buildZeroCounts, type ResultCounts } from './result-counts.ts';

/** The present facts of one report. */
export interface ReadReport {
  file: ReportFile;
  counts: ResultCounts;
  facts: RunFacts;
  /** When its tests ran, from those with a time; undefined if none has one. */
  tests: TimeSpan | undefined;
  /** Whether a file has errors outside its tests, which fail the execution. */
  hasFileErrors: boolean;
  /** Why it could not be read to its end. */
  problem: Problem | undefined;
  /**
   * The folder that contains its test files, if the report's own paths are relative to another one. Only the first
   * such reports have it.
   */
  rootHint: string | undefined;
  /** The first of its tests. */
  example: { file: string; titlePath: string[]; variant: string | undefined } | undefined;
}

export interface Problem {
  message: string;
  line: number | undefined;
  column: number | undefined;
}

export interface ReadSettings {
  directory: string;
  root: string | undefined;
  /** Called as bytes are read. */
  onProgress?: ((index: number, share: number) => void) | undefined;
}

/** Reads reports one after the other, once, on demand. */
export class ReportsReading {
  readonly reports: ReadReport[];
  /** Whether all reports are read to their end. */
  isRead = false;
  readonly #settings: ReadSettings;
  readonly #attempts: ReturnType<typeof findAttemptFiles>;
  #searches = 0;

  constructor(files: readonly ReportFile[], settings: ReadSettings) {
    this.#settings = settings;
    this.#attempts = findAttemptFiles(files.map(({ path }) => path));
    this.reports = files.map((file) => ({
      file,
      counts: buildZeroCounts(),
      facts: {},
      tests: undefined,
      hasFileErrors: false,
      problem: undefined,
      rootHint: undefined,
      example: undefined,
    }));
  }

  /**
   * Yields the pieces. A broken report yields its readable part and sets its `problem`. Reports of attempts come before
   * the last one of their target, whose tests have the earlier attempts.
   */
  async *pieces(): AsyncGenerator<{ batch: ReportBatch; file: ReportFile }> {
    for (const index of this.#attempts.order) {
      const report = this.reports[index];
      if (report === undefined) continue;
      const attempt = this.#attempts.attempts.get(index);
      try {
        for await (const batch of this.#read(index, report)) {
          if (hasContent(batch)) yield { batch, file: report.file };
        }
      } catch (error) {
        const problem = toProblem(error);
        if (attempt?.isLast === false) {
          attempt.attempts.holdProblem(() => (report.problem = problem));
        } else report.problem = problem;
      }
      if (attempt?.isLast !== true) continue;
      const rest = attempt.attempts.takeRest({ isCutOff: report.problem !== undefined });
      noteBatch(report, rest);
      if (hasContent(rest)) yield { batch: rest, file: report.file };
    }
    this.isRead = true;
  }

  /** The joined facts of all reports, as far as they are read. */
  get facts(): RunFacts {
    return this.reports.map(({ facts }) => facts).reduce(joinFacts, {});
  }

  async *#read(index: number, report: ReadReport): AsyncGenerator<ReportBatch> {
    const { file } = report;
    const { directory, root, onProgress } = this.#settings;
    const { sentPath, lookups } = createReportPaths({ directory, root, folder: file.folder });
    const progress: Progress = { readBytes: 0, files: 0 };
    const batches = readAnyReport(file, { sentPath, progress });
    const attempt = this.#attempts.attempts.get(index);
    attempt?.attempts.begin();
    for await (const read of batches) {
      const batch = joinOrHold(read, attempt);
      onProgress?.(index, computeShare(file, progress));
      noteBatch(report, batch);
      yield batch;
    }
    const isLost = root === undefined && !lookups.found && lookups.missing.length > 0;
    if (isLost && this.#searches < MOST_SEARCHES) {
      this.#searches++;
      report.rootHint = await findFolderOfFiles(lookups.missing, directory);
    }
  }
}

// Each search walks the folders, and a run may have hundreds of reports with the same wrong root.
const MOST_SEARCHES = 5;

function joinOrHold(batch: ReportBatch, attempt: AttemptFile | undefined): ReportBatch {
  if (attempt === undefined) return batch;
  return attempt.isLast ? attempt.attempts.joinHeld(batch) : attempt.attempts.hold(batch);
}

function noteBatch(report: ReadReport, { run, files, results }: ReportBatch): void {
  report.facts = joinFacts(report.facts, run);
  report.hasFileErrors ||= files.some(({ errors = [] }) => errors.length > 0);
  for (const result of results) {
    countResult(report.counts, result);
    report.tests = extendSpan(report.tests, result);
  }
  const [first] = results;
  if (first === undefined) return;
  const { file, titlePath, variant } = first;
  report.example ??= { file, titlePath, variant };
}

/** A tool that failed before its first test reports only that. */
function hasContent({ results, files, run }: ReportBatch): boolean {
  return results.length > 0 || files.length > 0 || run.errors !== undefined;
}

/** A missing or unreadable file is a problem of that report; any other error is a bug. */
function toProblem(error: unknown): Problem {
  if (error instanceof ReportError) {
    return { message: error.message, line: error.line, column: error.column };
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return { message: `it cannot be read (${error.code})`, line: undefined, column: undefined };
  }
  throw error;
}

/** `reports/b.xml:812:14`, a form that editors and terminals open. */
export function formatPlace({ file, problem }: ReadReport): string {
  const numbers = [problem?.line, problem?.column].filter((part) => part !== undefined);
  return [file.shown, ...numbers].join(':');
}
