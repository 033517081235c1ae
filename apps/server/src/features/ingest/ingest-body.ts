import { ingestBody, ingestResult, type IngestBody, type IngestResult } from '@svc/contract/ingest';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { z } from 'zod';
import { SvcError } from '../../errors.ts';
import { invalidInput } from '../../input/invalid-input.ts';
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
 * @throws SvcError BAD_REQUEST when it is not JSON or does not fit; PAYLOAD_TOO_LARGE over the limit of results.
 */
export function readUpload(bytes: Buffer, bodyHash: Buffer): Upload {
  const { rest, hasResults, count, chunks } = splitResults(bytes);
  if (!hasResults) refuseWithoutResults(rest);
  refuseTooMany(count);
  const checked = parse(bodyWithoutResults, rest);
  return {
    body: checked,
    // `results` is known, and left out of `checked` because it is read apart.
    ignoredFields: countIgnoredFields(rest as object, checked) - 1,
    bodyHash,
    *readResults() {
      let index = 0;
      for (const chunk of chunks()) {
        yield checkChunk(chunk, index);
        index += chunk.length;
      }
    },
  };
}

/** An upload that arrived through tRPC, parsed and checked already. */
export function uploadOf(
  { results, ...body }: IngestBody,
  facts: Pick<Upload, 'ignoredFields' | 'bodyHash'>,
): Upload {
  refuseTooMany(results.length);
  return {
    body,
    ...facts,
    *readResults() {
      yield { results, ignoredFields: 0 };
    },
  };
}

const bodyWithoutResults = ingestBody.omit({ results: true });

function checkChunk(raw: unknown[], firstIndex: number): ResultChunk {
  const results = raw.map((one, index) => parse(ingestResult, one, 'results', firstIndex + index));
  return { results, ignoredFields: countIgnoredFields(raw, results) };
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown, ...path: PropertyKey[]): Output {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error.issues, path);
  return parsed.data;
}

/** Says what all is wrong with a body that has no list of results. */
function refuseWithoutResults(body: unknown): void {
  parse(ingestBody, body);
}

function refuseTooMany(count: number): void {
  if (count <= INGEST_LIMITS.results) return;
  throw new SvcError('PAYLOAD_TOO_LARGE', `The upload holds ${count} results.`, {
    hint: `One request takes ${INGEST_LIMITS.results}: send the rest in further requests with the same execution key.`,
  });
}
