import { randomUUID } from 'node:crypto';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { IngestBody } from '@svc/contract/ingest';

/** A request's JSON with its own idempotency key. */
export interface BodyPart {
  idempotencyKey: string;
  json: string;
}

/**
 * The body as JSON, in as many parts as the contract's limits ask for: nearly always one. Every
 * part repeats the execution; run-level errors go with the first. A part ends between two test
 * files where it can, since two results of one test are told apart by their order in an upload.
 * The same body gives the same parts and keys, so that a resend of some of them is counted once.
 */
export function splitBody(body: IngestBody, limits: SplitLimits = INGEST_LIMITS): BodyPart[] {
  const parts = pack(items(body), limits);
  const { execution } = body;
  const { errors: _, ...withoutErrors } = execution;
  const key = body.idempotencyKey ?? execution.key ?? randomUUID();
  return parts.map((part, index) => {
    const idempotencyKey = index === 0 ? key : `${key}/${index + 1}`;
    const head = { version: 1, idempotencyKey, execution: index === 0 ? execution : withoutErrors };
    return { idempotencyKey, json: join(JSON.stringify(head), part) };
  });
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

function pack(all: Iterable<Item>, limits: SplitLimits): Part[] {
  const maxBytes = limits.bodyBytes * (1 - HEAD_SHARE);
  let part: Part = { files: [], results: [] };
  const parts = [part];
  let bytes = 0;
  let lastFile: string | undefined;
  for (const { list, file, json } of all) {
    const itemBytes = Buffer.byteLength(json) + 1;
    const fill = Math.max((bytes + itemBytes) / maxBytes, (part[list].length + 1) / limits[list]);
    const isEmpty = part.files.length + part.results.length === 0;
    if (!isEmpty && (fill > 1 || (fill > NEARLY_FULL && file !== lastFile))) {
      part = { files: [], results: [] };
      parts.push(part);
      bytes = 0;
    }
    part[list].push(json);
    bytes += itemBytes;
    lastFile = file;
  }
  return parts;
}

function join(head: string, part: Part): string {
  const files = part.files.length > 0 ? `,"files":[${part.files.join(',')}]` : '';
  return `${head.slice(0, -1)}${files},"results":[${part.results.join(',')}]}`;
}
