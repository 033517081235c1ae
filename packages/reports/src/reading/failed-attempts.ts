import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { countCharacters } from '@svc/formats/held-failures';
import { type AttachedResult, joinAttached } from '@svc/formats/joined-attempts';
import {
  joinFacts,
  type ReportAttachment,
  type ReportBatch,
  type RunFacts,
} from '@svc/formats/report-batch';
import { isFailure } from '@svc/contract/zod-free/is-failure';

/**
 * The failures of a target's attempts so far. Bazel runs a whole target again, with the tests that passed, and decides
 * by the last attempt alone. If that is whole and passed, no earlier failure fails the execution.
 */
export class FailedAttempts {
  readonly #held = new Map<string, AttachedResult>();
  /** Files with errors outside their tests. */
  #files: IngestFile[] = [];
  #run: RunFacts = {};
  #problems: (() => void)[] = [];
  /** How often each test's key has appeared in the present attempt. */
  readonly #appearances = new Map<string, number>();
  #characters = 0;
  /** Whether a test of the last attempt passed, and whether anything in it failed. */
  #hasPassed = false;
  #hasFailed = false;

  /** The next attempt's report begins. */
  begin(): void {
    this.#appearances.clear();
  }

  /** A piece of an attempt before the last one, without its failures. */
  hold(batch: ReportBatch): ReportBatch {
    const attachments = groupByResult(batch.attachments);
    const kept: IngestResult[] = [];
    for (const result of batch.results) {
      const key = this.#buildKey(result);
      if (result.status === 'passed' || result.status === 'skipped') continue;
      const hasRoom = this.#held.size < MOST_HELD && this.#characters < MOST_CHARACTERS;
      const failed = { result, attachments: attachments.get(result) ?? [] };
      if (hasRoom || this.#held.has(key)) this.#hold(key, failed);
      else kept.push(result);
    }
    const { errors, status, ...run } = batch.run;
    this.#run = joinFacts(this.#run, { errors, status });
    const [broken, files] = this.#splitBrokenFiles(batch.files);
    this.#files.push(...broken);
    return {
      run,
      files,
      results: kept,
      attachments: kept.flatMap((one) => attachments.get(one) ?? []),
    };
  }

  /** An attempt before the last one that could not be read to its end. `report` is called if that matters. */
  holdProblem(report: () => void): void {
    this.#problems.push(report);
  }

  /** A piece of the last attempt, whose tests have their earlier attempts. */
  joinHeld(batch: ReportBatch): ReportBatch {
    this.#hasPassed ||= batch.results.some(({ status }) => status === 'passed');
    this.#hasFailed ||= hasFailures(batch);
    if (this.#held.size === 0) return batch;
    const own = groupByResult(batch.attachments);
    const attachments: ReportAttachment[] = [];
    const results = batch.results.map((result) => {
      const key = this.#buildKey(result);
      const now = { result, attachments: own.get(result) ?? [] };
      const held = result.status === 'skipped' ? undefined : this.#held.get(key);
      if (held !== undefined) this.#held.delete(key);
      const whole = held === undefined ? now : joinAttached([held, now]);
      attachments.push(...whole.attachments);
      return whole.result;
    });
    return { ...batch, results, attachments };
  }

  /**
   * The failures that the last attempt did not repeat, behind its pieces. They are those of the target if the last
   * attempt failed, was cut off or ran no test. Otherwise its tests passed in the end: the error of a target that
   * crashed is reported as a test, and has no other sign of it.
   */
  takeRest({ isCutOff }: { isCutOff: boolean }): ReportBatch {
    const held = [...this.#held.values()];
    const files = this.#files;
    const problems = this.#problems;
    this.#held.clear();
    this.#files = [];
    this.#problems = [];
    if (isCutOff || this.#hasFailed || !this.#hasPassed) {
      for (const report of problems) report();
      return { run: this.#run, files, ...toPieces(held) };
    }
    const passed = held.map((one) =>
      joinAttached([one, { result: { ...one.result, ...PASSED }, attachments: [] }]),
    );
    const whole = files.map((file) => ({ ...file, errors: undefined }));
    return { run: {}, files: whole, ...toPieces(passed) };
  }

  #hold(key: string, failed: AttachedResult): void {
    const before = this.#held.get(key);
    this.#held.set(key, before === undefined ? failed : joinAttached([before, failed]));
    this.#characters += countCharacters(failed.result);
  }

  /** Files with errors, as many as fit, and the others. */
  #splitBrokenFiles(files: readonly IngestFile[]): [IngestFile[], IngestFile[]] {
    const broken = files.filter(isBroken).slice(0, Math.max(0, MOST_HELD - this.#files.length));
    const held = new Set(broken);
    return [broken, files.filter((file) => !held.has(file))];
  }

  /** Tests of equal names in one report are several tests, in the same order in each attempt. */
  #buildKey({ file, variant, titlePath, line }: IngestResult): string {
    const key = JSON.stringify([file, variant, line, ...titlePath]);
    const before = this.#appearances.get(key) ?? 0;
    if (before > 0 || this.#appearances.size < MOST_NAMES) this.#appearances.set(key, before + 1);
    return `${before}${key}`;
  }
}

// Further failures stay results of their own, also of a target that passed at last.
const MOST_HELD = 10_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;
// In larger reports, tests of one name after the first 100,000 count as one.
const MOST_NAMES = 100_000;

const PASSED: Pick<IngestResult, 'status' | 'durationMs' | 'attempts'> = {
  status: 'passed',
  durationMs: 0,
  attempts: [{ status: 'passed', durationMs: 0 }],
};

function isBroken({ errors = [] }: IngestFile): boolean {
  return errors.length > 0;
}

function hasFailures({ run, files, results }: ReportBatch): boolean {
  if (run.status !== undefined || (run.errors ?? []).length > 0) return true;
  if (files.some(isBroken)) return true;
  return results.some((result) => isFailure(result.status) || result.status === 'interrupted');
}

function groupByResult(
  all: readonly ReportAttachment[],
): ReadonlyMap<IngestResult, ReportAttachment[]> {
  const byResult = new Map<IngestResult, ReportAttachment[]>();
  for (const one of all) {
    const same = byResult.get(one.result);
    if (same === undefined) byResult.set(one.result, [one]);
    else same.push(one);
  }
  return byResult;
}

function toPieces(held: readonly AttachedResult[]): Pick<ReportBatch, 'results' | 'attachments'> {
  return {
    results: held.map(({ result }) => result),
    attachments: held.flatMap(({ attachments }) => attachments),
  };
}
