import { gzipSync } from 'node:zlib';
import { TEXT_LIMITS } from '@svc/contract/zod-free/text';
import type { IngestBody, IngestExecution, IngestResult } from '@svc/contract/executions/ingest';
import { makeResult, makeUpload } from '../make.ts';

/**
 * Bodies that are small on the wire and expensive to read, all gzipped. Each one has crashed or blocked a server
 * before.
 */
export const attackBodies = {
  /** 5,000,000 results, all empty: 15 MB plain, 15 KB sent. */
  emptyResults: (count = 5_000_000) => withResults('{},'.repeat(count - 1) + '{}'),
  /** 4,900 results of 1,000 attempts each, all empty: within every limit of a single list. */
  emptyAttempts: (results = 4_900, attempts = 1_000) => {
    const result = `{"attempts":[${'{},'.repeat(attempts - 1)}{}]}`;
    return withResults(`${result},`.repeat(results - 1) + result);
  },
  /** One result with more issues than zod can handle. */
  manyComplaints: () => {
    const errors = `{"errors":[${'{},'.repeat(990)}{}]}`;
    return withResults(`{"attempts":[${`${errors},`.repeat(120)}${errors}]}`);
  },
  /** 100,000 files, all empty. */
  emptyFiles: (count = 100_000) => {
    const body = JSON.stringify(makeUpload({ files: [], results: [] }));
    return gzipSync(body.replace('"files":[]', `"files":[${'{},'.repeat(count - 1)}{}]`));
  },
  /** 499,000 run-level errors, all empty. */
  emptyRunErrors: (count = 499_000) => {
    const body = JSON.stringify(makeUpload({ execution: { errors: [] }, results: [] }));
    return gzipSync(body.replace('"errors":[]', `"errors":[${'{},'.repeat(count - 1)}{}]`));
  },
  /** 230 failed results with the same 256 KiB of output: 60 MB plain, 150 KB sent. */
  sameOutput: (execution: Partial<IngestExecution> = {}, results = 230) =>
    gzipSync(JSON.stringify(makeUpload({ execution, results: loudResults(results) })), {
      level: 1,
    }),
  /** A part of an execution with 150 run-level errors, each of six texts of 64 KiB: 59 MB plain. */
  longRunErrors: (execution: Partial<IngestExecution> = {}, errors = 150) =>
    gzipSync(JSON.stringify(withRunErrors(execution, errors)), { level: 1 }),
  /** 980 tags of 62,000 characters: 60 MB plain. */
  longTags: (execution: Partial<IngestExecution> = {}, tags = 980) => {
    const text = 't'.repeat(62_000);
    const list = Array.from({ length: tags }, (_, index) => `${index} ${text}`);
    return gzipSync(JSON.stringify(makeUpload({ execution: { ...execution, tags: list } })), {
      level: 1,
    });
  },
};

function withResults(results: string): Buffer {
  const body = JSON.stringify(makeUpload({ results: [] }));
  return gzipSync(body.replace('"results":[]', `"results":[${results}]`));
}

function loudResults(count: number): IngestResult[] {
  const stdout = 'a line that a test prints again and again\n'
    .repeat(TEXT_LIMITS.outputBytes / 40)
    .slice(0, TEXT_LIMITS.outputBytes);
  const errors = [{ message: 'expected 1 to be 2' }];
  return Array.from({ length: count }, (_, index) =>
    makeResult({
      titlePath: ['loud', `test ${index}`],
      status: 'failed',
      attempts: [{ status: 'failed', durationMs: 4, errors, stdout }],
    }),
  );
}

function withRunErrors(execution: Partial<IngestExecution>, count: number): IngestBody {
  const text = 'e'.repeat(TEXT_LIMITS.textBytes);
  const errors = Array.from({ length: count }, (_, index) => ({
    message: `${index} ${text}`,
    stack: text,
    diff: text,
    expected: text,
    actual: text,
    snippet: text,
  }));
  return makeUpload({ execution: { ...execution, errors } });
}
