import type { IngestExecution, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';

/** A piece of a report, in the order of the report. */
export interface ReportBatch {
  run: RunFacts;
  files: IngestFile[];
  results: IngestResult[];
  attachments: ReportAttachment[];
}

/** The facts about the whole run in a piece. */
export interface RunFacts {
  /** The tool that ran the tests, such as `pytest`; `junit` if the report does not name it. */
  framework?: string | undefined;
  frameworkVersion?: string | undefined;
  /** The runtime of the tests, such as `java 21.0.4`. */
  runtime?: string | undefined;
  /** Epoch ms of the earliest beginning and the latest end in the piece. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  /** The run's duration in the report, in ms; the largest counts. */
  durationMs?: number | undefined;
  /** Status of the run if the report states that it failed or was interrupted, regardless of its results. */
  status?: Exclude<IngestExecution['status'], 'passed'> | undefined;
  shard?: IngestExecution['shard'];
  errors?: TestError[] | undefined;
}

/** A file or bytes that the report attaches to a result of the same piece. */
export interface ReportAttachment {
  result: IngestResult;
  /** Counted from 1; absent if the report does not state it. */
  attempt?: number | undefined;
  name: string;
  contentType?: string | undefined;
  /** A path as the report writes it, or the bytes themselves. */
  content: { path: string } | { bytes: Uint8Array };
}

/** Collects what readers have read, until it is taken. */
export class BatchCollector {
  #batch = buildEmptyBatch();
  #failures = 0;

  /** The results and errors so far that are failures, and the passed tests with failed attempts. */
  get failures(): number {
    return this.#failures;
  }

  add(result: IngestResult): void {
    if (hasFailure(result)) this.#failures++;
    this.#batch.results.push(result);
  }

  addFile(file: IngestFile): void {
    this.#failures += file.errors?.length ?? 0;
    this.#batch.files.push(file);
  }

  attach(attachment: ReportAttachment): void {
    this.#batch.attachments.push(attachment);
  }

  /** Later facts replace earlier ones, but times widen and errors add up. */
  tell(facts: RunFacts): void {
    this.#failures += facts.errors?.length ?? 0;
    this.#batch.run = joinFacts(this.#batch.run, facts);
  }

  take(): ReportBatch {
    const batch = this.#batch;
    this.#batch = buildEmptyBatch();
    return batch;
  }
}

/** Whether the test failed, or one of its attempts. */
export function hasFailure({ status, attempts = [] }: IngestResult): boolean {
  const statuses = [status, ...attempts.map((attempt) => attempt.status)];
  return statuses.some((one) => one !== 'passed' && one !== 'skipped');
}

/** Joins the facts of two pieces or reports of one run. For the framework and similar facts, the first value stays. */
export function joinFacts(before: RunFacts, after: RunFacts): RunFacts {
  const errors = joinErrors(before.errors ?? [], after.errors ?? []);
  return {
    framework: before.framework ?? after.framework,
    frameworkVersion: before.frameworkVersion ?? after.frameworkVersion,
    runtime: before.runtime ?? after.runtime,
    startedAt: pickExtreme(Math.min, before.startedAt, after.startedAt),
    endedAt: pickExtreme(Math.max, before.endedAt, after.endedAt),
    durationMs: pickExtreme(Math.max, before.durationMs, after.durationMs),
    status: before.status === 'failed' ? before.status : (after.status ?? before.status),
    shard: before.shard ?? after.shard,
    errors: errors.length > 0 ? errors : undefined,
  };
}

/** The first errors, because more are not sent. */
function joinErrors(before: readonly TestError[], after: readonly TestError[]): TestError[] {
  const room = Math.max(0, INGEST_LIMITS.errors - before.length);
  return [...before, ...after.slice(0, room)];
}

function pickExtreme(
  pick: (a: number, b: number) => number,
  a: number | undefined,
  b: number | undefined,
): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : pick(a, b);
}

function buildEmptyBatch(): ReportBatch {
  return { run: {}, files: [], results: [], attachments: [] };
}
