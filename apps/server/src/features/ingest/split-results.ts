import { SvcError } from '../../errors.ts';

export interface SplitBody {
  /** The body's value with `results` left empty. */
  rest: unknown;
  count: number;
  /** The elements of `results`, parsed in chunks; what is not an array there is left in `rest`. */
  chunks(): Iterable<unknown[]>;
}

// A chunk is parsed, checked, written and forgotten before the next one.
const CHUNK_RESULTS = 2_000;

/**
 * Splits an ingest body.
 * @throws SvcError BAD_REQUEST when it is not JSON.
 */
export function splitResults(bytes: Buffer): SplitBody {
  const value = parseJson(bytes.toString('utf8'));
  if (!hasResults(value)) return { rest: value, count: 0, chunks: () => [] };
  const { results, ...rest } = value;
  return { rest, count: results.length, chunks: () => slices(results) };
}

function* slices(results: unknown[]): Iterable<unknown[]> {
  for (let start = 0; start < results.length; start += CHUNK_RESULTS) {
    yield results.slice(start, start + CHUNK_RESULTS);
  }
}

function hasResults(value: unknown): value is { results: unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'results' in value &&
    Array.isArray(value.results)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SvcError('BAD_REQUEST', `The body is not JSON: ${(error as SyntaxError).message}.`, {
      cause: error,
    });
  }
}
