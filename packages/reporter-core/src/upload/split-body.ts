import { randomUUID } from 'node:crypto';
import { ciRunText } from '@svc/contract/ci-run';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { IngestBody } from '@svc/contract/ingest';
import { PartWriter } from './part-writer.ts';
import type { CompressedPart } from './post-with-retry.ts';

/** One request of a body. */
export interface BodyPart extends CompressedPart {
  /** Share of the body in this part and the parts before it, 0 to 1. */
  share: number;
}

/**
 * Splits a body into gzipped JSON requests within the contract's limits; usually one. Every part repeats the
 * execution, which stays running until the last part. Run-level errors are only in the first part. A part ends between two test files if possible, because
 * the order of results in an upload distinguishes two results of one test. The same body gives the same parts and
 * keys, so that a resend counts once. Writes the results one by one, so that a run of any size needs little more
 * memory than one compressed part.
 */
export async function* splitBody(
  body: IngestBody,
  limits: SplitLimits = INGEST_LIMITS,
): AsyncGenerator<BodyPart> {
  const { errors: _, ...withoutErrors } = body.execution;
  const key = body.idempotencyKey ?? body.execution.key ?? randomUUID();
  const count = body.results.length + (body.files?.length ?? 0);
  const ciRun = ciRunText({ runId: body.runId, ci: body.execution.ci });
  const first = numbered(key);
  let part = new PartWriter();
  let index = 0;
  let written = 0;
  let lastFile: string | undefined;
  const end = async ({ isLast }: { isLast: boolean }): Promise<BodyPart> => {
    const idempotencyKey = requestKey(first.key, first.number + index);
    const known = index === 0 ? body.execution : withoutErrors;
    const execution = isLast ? known : unfinished(known);
    const bytes = await part.end({ version: 1, idempotencyKey, runId: body.runId, execution });
    part = new PartWriter();
    index++;
    return { idempotencyKey, ciRun, bytes, share: count === 0 ? 1 : written / count };
  };
  for (const { list, file, json } of items(body)) {
    const fill = fillWith(part, { list, json }, limits);
    const isEmpty = part.files + part.results === 0;
    if (!isEmpty && (fill > 1 || (fill > NEARLY_FULL && file !== lastFile)))
      yield await end({ isLast: false });
    const flushed = list === 'files' ? part.addFile(json) : part.addResult(json);
    if (flushed !== undefined) await flushed;
    written++;
    lastFile = file;
  }
  yield await end({ isLast: true });
}

/**
 * The execution in a request that is not the last one of its part: if the others never arrive, it must not look
 * complete. Without a key, the server cannot tell which execution the others continue; a merged report replaces all
 * parts at once.
 */
export function unfinished(execution: IngestBody['execution']): IngestBody['execution'] {
  if (execution.key === undefined || execution.merged === true) return execution;
  return { ...execution, status: 'running' };
}

/**
 * The idempotency key of a request of a run. All requests but the first have a number, which the server uses to
 * distinguish them.
 */
export function requestKey(key: string, number: number): string {
  return number === 1 ? key : `${key}/${number}`;
}

/** The inverse of `requestKey`, so that the parts of a numbered body continue the count. */
function numbered(key: string): { key: string; number: number } {
  const [, run, number] = /^(.+)\/([1-9]\d{0,4})$/s.exec(key) ?? [];
  return run === undefined ? { key, number: 1 } : { key: run, number: Number(number) };
}

export interface SplitLimits {
  bodyBytes: number;
  /** Limit for everything except the results. */
  otherBytes: number;
  results: number;
  files: number;
}

// Reserved for the execution itself: commit message, environment, tags and run-level errors.
const HEAD_SHARE = 0.1;
// The execution's own texts need up to 1 MiB, and up to six times as much with escapes.
const FILES_SHARE = 0.6;
// Above this level, the next test file starts a new part.
const NEARLY_FULL = 0.8;

interface Item {
  list: 'files' | 'results';
  file: string;
  json: string;
}

function* items(body: IngestBody): Generator<Item> {
  for (const file of body.files ?? []) {
    yield { list: 'files', file: file.file, json: JSON.stringify(file) };
  }
  for (const result of body.results) {
    yield { list: 'results', file: result.file, json: JSON.stringify(result) };
  }
}

/** The fill level of the part with one more item. Over 1 is too full. */
function fillWith(
  part: PartWriter,
  { list, json }: Pick<Item, 'list' | 'json'>,
  limits: SplitLimits,
): number {
  const bytes = part.bytes + Buffer.byteLength(json) + 1;
  const maxBytes = limits.bodyBytes * (1 - HEAD_SHARE);
  const filesBytes = part.filesBytes + (list === 'files' ? Buffer.byteLength(json) + 1 : 0);
  return Math.max(
    bytes / maxBytes,
    filesBytes / (limits.otherBytes * FILES_SHARE),
    (part[list] + 1) / limits[list],
  );
}
