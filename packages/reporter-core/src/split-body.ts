import { randomUUID } from 'node:crypto';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { IngestBody } from '@svc/contract/ingest';

/** A request's JSON, in pieces, with its own idempotency key. */
export interface BodyPart {
  idempotencyKey: string;
  pieces: string[];
  /** How much of the body is in this part and those before it, 0 to 1. */
  share: number;
}

/**
 * The body as JSON, in as many parts as the contract's limits ask for: nearly always one. Every
 * part repeats the execution; run-level errors go with the first. A part ends between two test
 * files where it can, since two results of one test are told apart by their order in an upload.
 * The same body gives the same parts and keys, so that a resend of some of them is counted once.
 * One part at a time is written, and never joined, so that a run of any size takes the memory of one.
 */
export function* splitBody(
  body: IngestBody,
  limits: SplitLimits = INGEST_LIMITS,
): Generator<BodyPart> {
  const { execution } = body;
  const { errors: _, ...withoutErrors } = execution;
  const key = body.idempotencyKey ?? execution.key ?? randomUUID();
  const count = body.results.length + (body.files?.length ?? 0);
  let index = 0;
  let written = 0;
  for (const part of pack(items(body), limits)) {
    const idempotencyKey = index === 0 ? key : `${key}/${index + 1}`;
    const head = { version: 1, idempotencyKey, execution: index === 0 ? execution : withoutErrors };
    written += part.files.length + part.results.length;
    const share = count === 0 ? 1 : written / count;
    yield { idempotencyKey, pieces: [...pieces(JSON.stringify(head), part)], share };
    index++;
  }
}

export interface SplitLimits {
  bodyBytes: number;
  results: number;
  files: number;
}

// Left for the execution itself: commit message, environment, tags and run-level errors.
const HEAD_SHARE = 0.1;
// From here on the next test file begins a new part.
const NEARLY_FULL = 0.8;

interface Item {
  list: 'files' | 'results';
  file: string;
  json: string;
}

interface Part {
  files: string[];
  results: string[];
}

function* items(body: IngestBody): Generator<Item> {
  for (const file of body.files ?? []) {
    yield { list: 'files', file: file.file, json: JSON.stringify(file) };
  }
  for (const result of body.results) {
    yield { list: 'results', file: result.file, json: JSON.stringify(result) };
  }
}

function* pack(all: Iterable<Item>, limits: SplitLimits): Generator<Part> {
  const maxBytes = limits.bodyBytes * (1 - HEAD_SHARE);
  let part: Part = { files: [], results: [] };
  let bytes = 0;
  let lastFile: string | undefined;
  for (const { list, file, json } of all) {
    const itemBytes = Buffer.byteLength(json) + 1;
    const fill = Math.max((bytes + itemBytes) / maxBytes, (part[list].length + 1) / limits[list]);
    const isEmpty = part.files.length + part.results.length === 0;
    if (!isEmpty && (fill > 1 || (fill > NEARLY_FULL && file !== lastFile))) {
      yield part;
      part = { files: [], results: [] };
      bytes = 0;
    }
    part[list].push(json);
    bytes += itemBytes;
    lastFile = file;
  }
  yield part;
}

function* pieces(head: string, { files, results }: Part): Generator<string> {
  yield head.slice(0, -1);
  if (files.length > 0) yield* list(',"files":[', files);
  yield* list(',"results":[', results);
  yield '}';
}

function* list(opening: string, entries: readonly string[]): Generator<string> {
  yield opening;
  for (const [index, entry] of entries.entries()) yield index === 0 ? entry : `,${entry}`;
  yield ']';
}
