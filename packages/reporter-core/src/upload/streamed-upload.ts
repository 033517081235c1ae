import type { IngestAnswer, IngestBody, IngestFile, IngestResult } from '@svc/contract/ingest';
import { ciRunText } from '@svc/contract/ci-run';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { Artifact } from '../artifacts/artifact.ts';
import { sendArtifacts, type SentArtifacts } from '../artifacts/send-artifacts.ts';
import { PartWriter } from './part-writer.ts';
import { postWithRetry } from './post-with-retry.ts';
import { requestKey } from './split-body.ts';
import { localFailure, type UploadFailure } from './upload-failure.ts';
import type { UploadTarget } from './upload-outcome.ts';

/** Some results of an execution, redacted and cut, with the artifacts that they tell of. */
export interface UploadPiece {
  files: readonly IngestFile[];
  results: readonly IngestResult[];
  artifacts: readonly Artifact[];
}

export interface StreamSettings {
  /** The execution as it is known by now: asked when a request is about to go, the last one with all that is known. */
  execution: () => IngestBody['execution'];
  /** Of the first request; the others get numbers behind it. */
  idempotencyKey: string;
  /** The part that all requests belong to. */
  runId: string;
  /** Epoch ms by which everything ends. */
  deadlineAt: number;
  unreachableBudgetMs: number;
}

export type StreamOutcome =
  | { ok: true; answer: IngestAnswer; artifacts: SentArtifacts }
  | {
      ok: false;
      failure: UploadFailure;
      /** What had arrived before, in earlier requests of the same execution. */
      answer: IngestAnswer | undefined;
    };

/**
 * Sends an execution whose results come bit by bit, in as many requests as it takes: only one, and
 * that compressed, is in memory. Never rejects for what the server does; what reading a piece throws
 * goes through. Run-level errors go with the last request.
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

// Within the contract's limits. A server on two cores that others kept busy took up to 15 s for this much, and
// fewer results a request would mean more requests than its rate limit lets through in a minute.
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
  /** The client ids of the artifacts that the open request tells of. */
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
      execution: isLast ? { ...execution, errors } : execution,
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

  /** A request ends between two test files where it can. */
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

  /** Those of the results in the request that was just answered. */
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

function added(before: IngestAnswer, { accepted, ...answer }: IngestAnswer): IngestAnswer {
  return {
    ...answer,
    accepted: {
      results: before.accepted.results + accepted.results,
      duplicates: before.accepted.duplicates + accepted.duplicates,
    },
    ignoredFields: before.ignoredFields + answer.ignoredFields,
  };
}
