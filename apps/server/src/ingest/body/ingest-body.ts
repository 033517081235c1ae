import { hash } from 'node:crypto';
import {
  ingestBody,
  ingestFile,
  ingestResult,
  type IngestBody,
  type IngestExecution,
  type IngestFile,
  type IngestResult,
} from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText } from '@svc/contract/zod-free/text';
import { z } from 'zod';
import { buildInvalidInputError, buildTooManyIssuesError } from '../../http/input/invalid-input.ts';
import { splitResults } from './split-results.ts';

/** The service's input: everything except the results is checked, and the results are read and checked in chunks. */
export interface Upload {
  body: Omit<IngestBody, 'results'>;
  /** The name of its project. */
  project: string;
  /**
   * The results in chunks, with the number of unknown fields. Each call reads them again.
   * @throws SvcError BAD_REQUEST, during iteration, naming the invalid fields.
   */
  readResults(): Iterable<ResultChunk>;
  /** Unknown fields outside the results. */
  ignoredFields: number;
  /** Compared with the stored hash when an idempotency key is repeated. */
  bodyHash: Buffer;
}

export interface ResultChunk {
  results: IngestResult[];
  ignoredFields: number;
}

/**
 * Reads a JSON body. Only one chunk of the results exists as objects at any time, so that a body of 60 MB does not
 * take several times its size.
 * @throws SvcError BAD_REQUEST when it is not JSON or is invalid; PAYLOAD_TOO_LARGE when the results, the values or the
 * fields besides the results exceed their limits.
 */
export function readUpload(bytes: Buffer): Upload {
  const { rest, hasResults, chunks } = splitResults(bytes);
  if (!hasResults) refuseWithoutResults(rest);
  const files = checkFiles((rest as { files?: unknown }).files);
  const checked = { ...parse(bodyWithoutLists, rest), ...(files === undefined ? {} : { files }) };
  return {
    body: checked,
    project: deriveProjectName(checked.execution),
    // `results` is a known field. It is missing in `checked` because it is read separately.
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

/** The project name: the one in the upload, or the repository's last path segment, as GitHub and `git clone` use it. */
function deriveProjectName({ project, git }: IngestExecution): string {
  if (project !== undefined) return cleanText(project);
  const name = git?.repository
    ?.replace(/\.git$/, '')
    .split(/[/:]/)
    .findLast((part) => part !== '');
  return cleanText(name ?? 'default').slice(0, 200);
}

const bodyWithoutLists = ingestBody.omit({ results: true, files: true });
const listOfFiles = z.array(z.unknown()).max(INGEST_LIMITS.files).optional();

/** Checks one file at a time, so that the first invalid one stops it. */
function checkFiles(raw: unknown): IngestFile[] | undefined {
  const files = parse(listOfFiles, raw, 'files');
  return files?.map((file, index) => parse(ingestFile, file, 'files', index));
}

function checkChunk(raw: unknown[], firstIndex: number): ResultChunk {
  const results = raw.map((one, index) => parse(ingestResult, one, 'results', firstIndex + index));
  return { results, ignoredFields: countIgnoredFields(raw, results) };
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown, ...path: PropertyKey[]): Output {
  const parsed = parseSafely(schema, value, path);
  if (!parsed.success) throw buildInvalidInputError(parsed.error.issues, path);
  return parsed.data;
}

/** zod spreads its issues into a function call, which overflows the stack with more than 100,000 of them. */
function parseSafely<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  path: PropertyKey[],
): z.ZodSafeParseResult<Output> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw error instanceof RangeError ? buildTooManyIssuesError(path) : error;
  }
}

/** Reports everything that is wrong with a body without a list of results. */
function refuseWithoutResults(body: unknown): void {
  parse(ingestBody.omit({ files: true }), body);
}

/**
 * Counts the fields of `raw` that its schema did not know and left out of `parsed`, at any depth; a field with fields
 * of its own counts as one. Schemas only leave fields out, so comparing the number of fields per level is enough, and
 * ten times as fast as comparing names.
 */
function countIgnoredFields(raw: object, parsed: object): number {
  const known = Object.keys(parsed);
  let ignored = Object.keys(raw).length - known.length;
  for (const key of known) {
    const value: unknown = parsed[key as keyof typeof parsed];
    if (typeof value === 'object' && value !== null) {
      ignored += countIgnoredFields(raw[key as keyof typeof raw], value);
    }
  }
  return ignored;
}
