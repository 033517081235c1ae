import { randomUUID } from 'node:crypto';
import { formatCiRun } from '@svc/contract/zod-free/ci-run';
import type { IngestBody, IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { Artifact } from '../report/artifact.ts';
import type { CompressedRequest } from './retry/post-with-retry.ts';
import { type JsonItem, RequestWriter } from './request-writer.ts';

/** Some files and results of an execution, redacted and cut, with their artifacts. */
export interface UploadPiece {
  files: readonly IngestFile[];
  results: readonly IngestResult[];
  artifacts: readonly Artifact[];
}

/** The common part of all requests of an execution. */
export interface RequestHead {
  /** The execution as known so far. Called before every request. The last call must return the final state. */
  execution: () => IngestBody['execution'];
  /** The key of the first request. The other requests append a number. */
  idempotencyKey: string;
  /** The part that all requests belong to. */
  runId: string | undefined;
}

export interface IngestRequest extends CompressedRequest {
  /** Number of files and results in this request and in the requests before it. */
  items: number;
  /** The artifacts of this request's results. */
  artifacts: Artifact[];
}

/**
 * Divides an execution into gzipped JSON requests within the limits; usually one. Every request has the execution,
 * which stays running until the last request. Only the last request has the run-level errors. A request ends between
 * two test files if possible, because the order of results in an upload distinguishes two results of one test. The
 * same pieces give the same requests and keys, so that a resend counts once. Reads the pieces as the requests are
 * consumed, and writes the results one by one: a run of any size needs little more memory than one compressed request.
 */
export async function* splitIntoRequests(
  pieces: Pieces,
  head: RequestHead,
  limits: RequestLimits,
): AsyncGenerator<IngestRequest> {
  const first = parseRequestKey(head.idempotencyKey);
  const artifacts = new PendingArtifacts();
  let { number } = first;
  let writer = new RequestWriter();
  let items = 0;
  let lastFile: string | undefined;
  const end = async ({ isLast }: { isLast: boolean }): Promise<IngestRequest> => {
    const idempotencyKey = buildRequestKey(first.key, number);
    const execution = head.execution();
    const { runId } = head;
    const bytes = await writer.end({
      version: 1,
      idempotencyKey,
      runId,
      execution: isLast ? execution : toRunningExecution(execution),
    });
    writer = new RequestWriter();
    number++;
    const ciRun = formatCiRun({ key: execution.key, runId, ci: execution.ci });
    return { idempotencyKey, ciRun, bytes, items, artifacts: artifacts.take() };
  };
  for await (const piece of pieces) {
    artifacts.add(piece.artifacts);
    for (const item of serializeItems(piece)) {
      const fill = fillWith(writer, item, limits);
      const isEmpty = writer.files + writer.results === 0;
      if (!isEmpty && (fill > 1 || (fill > NEARLY_FULL && item.file !== lastFile)))
        yield await end({ isLast: false });
      const flushed = writer.add(item);
      if (flushed !== undefined) await flushed;
      artifacts.choose(item.artifacts);
      items++;
      lastFile = item.file;
    }
  }
  yield await end({ isLast: true });
}

export type Pieces = AsyncIterable<UploadPiece> | Iterable<UploadPiece>;

/** The requests of a body. A body whose key has a number continues the count. */
export function splitBodyIntoRequests(
  body: IngestBody,
  limits: RequestLimits = LARGEST_REQUEST,
): AsyncGenerator<IngestRequest> {
  return splitIntoRequests([toUploadPiece(body)], toRequestHead(body), limits);
}

/** The files and results of a body. */
export function toUploadPiece({ files = [], results }: IngestBody): UploadPiece {
  return { files, results, artifacts: [] };
}

export function toRequestHead({ execution, idempotencyKey, runId }: IngestBody): RequestHead {
  const key = idempotencyKey ?? execution.key ?? randomUUID();
  return { execution: () => execution, idempotencyKey: key, runId };
}

/**
 * The execution in a request before the last one. If the other requests do not arrive, the execution must not look
 * complete. The server cannot find the execution that the others continue without a key; a merged report replaces all
 * parts at once.
 */
function toRunningExecution(known: IngestBody['execution']): IngestBody['execution'] {
  const { errors: _, ...execution } = known;
  if (execution.key === undefined || execution.merged === true) return execution;
  return { ...execution, status: 'running' };
}

/**
 * The idempotency key of a request of a run. All requests but the first have a number, which the server uses to
 * distinguish them.
 */
export function buildRequestKey(key: string, number: number): string {
  return number === 1 ? key : `${key}/${number}`;
}

/** The inverse of `buildRequestKey`. */
function parseRequestKey(key: string): { key: string; number: number } {
  const [, run, number] = /^(.+)\/([1-9]\d{0,4})$/s.exec(key) ?? [];
  return run === undefined ? { key, number: 1 } : { key: run, number: Number(number) };
}

/** Limits for the files and results of one request. */
export interface RequestLimits {
  /** Size of their JSON. */
  bytes: number;
  /** Size of the files' JSON. */
  filesBytes: number;
  results: number;
  files: number;
}

/**
 * The contract's limits without what the execution itself needs: commit message, environment, tags and run-level
 * errors. Its texts need up to 1 MiB, and up to six times as much with escapes.
 */
export const LARGEST_REQUEST: RequestLimits = {
  bytes: INGEST_LIMITS.bodyBytes * 0.9,
  filesBytes: INGEST_LIMITS.otherBytes * 0.6,
  results: INGEST_LIMITS.results,
  files: INGEST_LIMITS.files,
};

// Above this level, the next test file starts a new request.
const NEARLY_FULL = 0.8;

interface Item extends JsonItem {
  file: string;
  artifacts: IngestResult['artifacts'];
}

function* serializeItems({ files, results }: UploadPiece): Generator<Item> {
  for (const item of files) {
    const json = JSON.stringify(item);
    yield { list: 'files', file: item.file, json, bytes: countBytes(json), artifacts: undefined };
  }
  for (const item of results) {
    const json = JSON.stringify(item);
    const { file, artifacts } = item;
    yield { list: 'results', file, json, bytes: countBytes(json), artifacts };
  }
}

/** Bytes of the item with the comma after it. */
function countBytes(json: string): number {
  return Buffer.byteLength(json) + 1;
}

/** The fill level of the request with one more item. Over 1 is too full. */
function fillWith(
  { bytes, filesBytes, files, results }: RequestWriter,
  item: JsonItem,
  limits: RequestLimits,
): number {
  const isFile = item.list === 'files';
  return Math.max(
    (bytes + item.bytes) / limits.bytes,
    (filesBytes + (isFile ? item.bytes : 0)) / limits.filesBytes,
    (files + (isFile ? 1 : 0)) / limits.files,
    (results + (isFile ? 0 : 1)) / limits.results,
  );
}

/** The artifacts whose results are not sent yet. */
class PendingArtifacts {
  #pending: Artifact[] = [];
  /** Client ids of the artifacts in the open request. */
  readonly #chosen = new Set<string>();

  add(artifacts: readonly Artifact[]): void {
    this.#pending.push(...artifacts);
  }

  /** Assigns the artifacts of a result to the open request. */
  choose(artifacts: IngestResult['artifacts'] = []): void {
    for (const { clientId } of artifacts) this.#chosen.add(clientId);
  }

  /** Removes and returns the artifacts of the open request. */
  take(): Artifact[] {
    const taken = this.#pending.filter(({ description }) => this.#chosen.has(description.clientId));
    this.#pending = this.#pending.filter(
      ({ description }) => !this.#chosen.has(description.clientId),
    );
    this.#chosen.clear();
    return taken;
  }
}
