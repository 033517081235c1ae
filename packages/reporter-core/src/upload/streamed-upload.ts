import type { IngestAnswer, IngestBody, IngestFile, IngestResult } from '@svc/contract/ingest';
import { ciRunText } from '@svc/contract/ci-run';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { Artifact } from '../artifacts/artifact.ts';
import { sendArtifacts, type SentArtifacts } from '../artifacts/send-artifacts.ts';
import { PartWriter } from './part-writer.ts';
import { postWithRetry } from './post-with-retry.ts';
import { requestKey, unfinished } from './split-body.ts';
import { localFailure, type UploadFailure } from './upload-failure.ts';
import { joinWarnings } from './upload.ts';
import type { UploadTarget } from './upload-outcome.ts';

/** Some results of an execution, redacted and cut, with their artifacts. */
export interface UploadPiece {
  files: readonly IngestFile[];
  results: readonly IngestResult[];
  artifacts: readonly Artifact[];
}

export interface StreamSettings {
  /** The execution as known so far. Called before every request. The last call must return the final state. */
  execution: () => IngestBody['execution'];
  /** The key of the first request. The other requests append a number. */
  idempotencyKey: string;
  /** The part that all requests belong to. */
  runId: string;
  /** The deadline for everything, in epoch ms. */
  deadlineAt: number;
  unreachableBudgetMs: number;
}

export type StreamOutcome =
  | { ok: true; answer: IngestAnswer; artifacts: SentArtifacts }
  | {
      ok: false;
      failure: UploadFailure;
      /** The answers to earlier requests of the same execution. */
      answer: IngestAnswer | undefined;
    };

/**
 * Sends an execution whose results arrive in pieces, in as many requests as necessary. Only one compressed request
 * is in memory. Server errors become failures and do not reject; errors from reading a piece do. Run-level errors
 * are only in the last request. The requests before it leave the execution running.
 */
export async function streamedUpload(
  pieces: AsyncIterable<UploadPiece>,
  target: UploadTarget,
  settings: StreamSettings,
): Promise<StreamOutcome> {
  const stream = new Stream(target, settings);
  for await (const piece of pieces) {
    const failure = await stream.add(piece);
    if (failure !== undefined) return { ok: false, failure, answer: stream.answer };
  }
  const failure = await stream.send({ isLast: true });
  const { answer, artifacts } = stream;
  if (failure === undefined && answer !== undefined) return { ok: true, answer, artifacts };
  return { ok: false, failure: failure ?? localFailure(new Error('nothing was sent')), answer };
}

// Within the contract's limits. A busy server with two cores needed up to 15 s for this size. Fewer results per
// request would need more requests per minute than the rate limit allows.
const PART_BYTES = INGEST_LIMITS.bodyBytes / 2;
const PART_RESULTS = 40_000;
const PART_FILES_BYTES = 8 * 1024 * 1024;
const REQUEST_MS = 60_000;

class Stream {
  answer: IngestAnswer | undefined;
  readonly artifacts: SentArtifacts = { sent: 0, sentBytes: 0, leftOut: [], pending: [] };
  readonly #target: UploadTarget;
  readonly #settings: StreamSettings;
  #part = new PartWriter();
  #pending: Artifact[] = [];
  /** Client ids of the artifacts in the open request. */
  readonly #told = new Set<string>();
  #parts = 0;
  #lastFile: string | undefined;

  constructor(target: UploadTarget, settings: StreamSettings) {
    this.#target = target;
    this.#settings = settings;
  }

  async add({ files, results, artifacts }: UploadPiece): Promise<UploadFailure | undefined> {
    this.#pending.push(...artifacts);
    for (const file of files) {
      const failure = await this.#sendWhenFull(file.file);
      if (failure !== undefined) return failure;
      this.#part.addFile(JSON.stringify(file));
    }
    for (const result of results) {
      const failure = await this.#sendWhenFull(result.file);
      if (failure !== undefined) return failure;
      await this.#part.addResult(JSON.stringify(result));
      for (const { clientId } of result.artifacts ?? []) this.#told.add(clientId);
      this.#lastFile = result.file;
    }
    return undefined;
  }

  async send({ isLast }: { isLast: boolean }): Promise<UploadFailure | undefined> {
    const { idempotencyKey, runId, deadlineAt, unreachableBudgetMs } = this.#settings;
    const { errors, ...execution } = this.#settings.execution();
    this.#parts++;
    const key = requestKey(idempotencyKey, this.#parts);
    const head = {
      version: 1,
      idempotencyKey: key,
      runId,
      execution: isLast ? { ...execution, errors } : unfinished(execution),
    };
    const bytes = await this.#part.end(head);
    this.#part = new PartWriter();
    const options = { deadlineAt, unreachableBudgetMs, requestMs: REQUEST_MS };
    const ciRun = ciRunText({ runId, ci: execution.ci });
    const sent = await postWithRetry({ idempotencyKey: key, ciRun, bytes }, this.#target, options);
    if (!sent.ok) return sent.failure;
    this.answer = this.answer === undefined ? sent.answer : added(this.answer, sent.answer);
    await this.#sendArtifacts(sent.answer);
    return undefined;
  }

  /** A request ends between two test files if possible. */
  async #sendWhenFull(nextFile: string): Promise<UploadFailure | undefined> {
    const { bytes, results, filesBytes } = this.#part;
    const fill = Math.max(
      bytes / PART_BYTES,
      results / PART_RESULTS,
      filesBytes / PART_FILES_BYTES,
    );
    const isFull = fill > 1 || (fill > NEARLY_FULL && nextFile !== this.#lastFile);
    return isFull ? this.send({ isLast: false }) : undefined;
  }

  /** Sends the artifacts of the request that was just answered. */
  async #sendArtifacts(answer: IngestAnswer): Promise<void> {
    const due = this.#pending.filter(({ told }) => this.#told.has(told.clientId));
    this.#pending = this.#pending.filter(({ told }) => !this.#told.has(told.clientId));
    this.#told.clear();
    if (due.length === 0) return;
    const { deadlineAt, unreachableBudgetMs } = this.#settings;
    const options = { deadlineAt, unreachableBudgetMs, serverUrl: this.#target.url };
    const sent = await sendArtifacts(due, answer, options);
    this.artifacts.sent += sent.sent;
    this.artifacts.sentBytes += sent.sentBytes;
    this.artifacts.leftOut.push(...sent.leftOut);
    this.artifacts.pending.push(...sent.pending);
    if (sent.failure !== undefined) this.artifacts.failure ??= sent.failure;
  }
}

const NEARLY_FULL = 0.8;

function added(before: IngestAnswer, answer: IngestAnswer): IngestAnswer {
  return {
    ...answer,
    accepted: {
      results: before.accepted.results + answer.accepted.results,
      duplicates: before.accepted.duplicates + answer.accepted.duplicates,
    },
    ignoredFields: before.ignoredFields + answer.ignoredFields,
    ...joinWarnings(before, answer),
  };
}
