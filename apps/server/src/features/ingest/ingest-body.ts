import { hash } from 'node:crypto';
import {
  ingestBody,
  ingestFile,
  ingestResult,
  type IngestBody,
  type IngestFile,
  type IngestResult,
} from '@svc/contract/ingest';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { z } from 'zod';
import { invalidInput, tooManyComplaints } from '../../input/invalid-input.ts';
import { countIgnoredFields } from './ignored-fields.ts';
import { splitResults } from './split-results.ts';

/** An upload as the service takes it: everything but the results checked, the results read and checked piece by piece. */
export interface Upload {
  body: Omit<IngestBody, 'results'>;
  /**
   * The results in chunks, and how many fields of them are unknown. Each call reads them again.
   * @throws SvcError BAD_REQUEST, while reading, naming the fields that do not fit.
   */
  readResults(): Iterable<ResultChunk>;
  /** Unknown fields outside the results. */
  ignoredFields: number;
  /** What a repeated idempotency key is compared with. */
  bodyHash: Buffer;
}

export interface ResultChunk {
  results: IngestResult[];
  ignoredFields: number;
}

/**
 * Reads a JSON body. Only a chunk of the results exists as objects at any time, so that a body of
 * 60 MB does not take several times its size.
 * @throws SvcError BAD_REQUEST when it is not JSON or does not fit; PAYLOAD_TOO_LARGE over the limits of results, values and of what stands beside the results.
 */
export function readUpload(bytes: Buffer): Upload {
  const { rest, hasResults, chunks } = splitResults(bytes);
  if (!hasResults) refuseWithoutResults(rest);
  const files = checkFiles((rest as { files?: unknown }).files);
  const checked = { ...parse(bodyWithoutLists, rest), ...(files === undefined ? {} : { files }) };
  return {
    body: checked,
    // `results` is known, and left out of `checked` because it is read apart.
    ignoredFields: countIgnoredFields(rest as object, checked) - 1,
    bodyHash: hash('sha256', bytes, 'buffer'),
    *readResults() {
      let index = 0;
      for (const chunk of chunks()) {
        yield checkChunk(chunk, index);
        index += chunk.length;
      }
    },
  };
}

const bodyWithoutLists = ingestBody.omit({ results: true, files: true });
const listOfFiles = z.array(z.unknown()).max(INGEST_LIMITS.files).optional();

/** One by one, so that the first wrong one ends it. */
function checkFiles(raw: unknown): IngestFile[] | undefined {
  const files = parse(listOfFiles, raw, 'files');
  return files?.map((file, index) => parse(ingestFile, file, 'files', index));
}

function checkChunk(raw: unknown[], firstIndex: number): ResultChunk {
  const results = raw.map((one, index) => parse(ingestResult, one, 'results', firstIndex + index));
  return { results, ignoredFields: countIgnoredFields(raw, results) };
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown, ...path: PropertyKey[]): Output {
  const parsed = safeParse(schema, value, path);
  if (!parsed.success) throw invalidInput(parsed.error.issues, path);
  return parsed.data;
}

/** zod spreads its complaints into a call, which overflows the stack with more than 100,000 of them. */
function safeParse<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  path: PropertyKey[],
): z.ZodSafeParseResult<Output> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw error instanceof RangeError ? tooManyComplaints(path) : error;
  }
}

/** Says what all is wrong with a body that has no list of results. */
function refuseWithoutResults(body: unknown): void {
  parse(ingestBody.omit({ files: true }), body);
}
