import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type IngestBody, type IngestResult, ingestBody } from '@svc/contract/executions/ingest';
import {
  splitBodyIntoRequests,
  type IngestRequest,
  type RequestLimits,
} from './ingest-requests.ts';

const GENEROUS = { bytes: 1_000_000, filesBytes: 1_000_000, results: 1_000, files: 1_000 };

describe('bodyRequests', () => {
  it('gives one request with the key of the run if everything fits', async () => {
    const body = makeBody(3);
    const requests = await allRequests(body);
    expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['run']);
    expect(requests.map(bodyOf)).toEqual([body]);
  });

  it('ends requests between files, repeats the execution and gives each request its own key', async () => {
    const body = makeBody(10);
    const requests = await allRequests(body, { results: 5 });
    const bodies = requests.map((request) => ingestBody.parse(bodyOf(request)));
    expect(requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['run', 'run/2', 'run/3']);
    expect(bodies.map((request) => request.idempotencyKey)).toEqual(['run', 'run/2', 'run/3']);
    expect(bodies.map(({ results }) => results.map(({ file }) => file).join(''))).toEqual([
      'aaaa',
      'bbbb',
      'cc',
    ]);
    expect(bodies.map(({ execution }) => execution.errors?.length)).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect(bodies.flatMap(({ results }) => results)).toEqual(body.results);
    expect(await allRequests(body, { results: 5 })).toEqual(requests);
    expect(requests.map(({ items }) => items)).toEqual([5, 9, 11]);
  });

  it('leaves the execution running until the last request, except for a merged report or without a key', async () => {
    expect(await statusesOf({ key: 'k' })).toEqual(['running', 'running', 'passed']);
    expect(await statusesOf({ key: 'k', status: 'running' })).toEqual(Array(3).fill('running'));
    expect(await statusesOf({ key: 'k', merged: true })).toEqual(Array(3).fill('passed'));
    expect(await statusesOf({ key: undefined })).toEqual(Array(3).fill('passed'));
  });

  it('writes a request only when the caller asks for it', async () => {
    const body = makeBody(12);
    let written = 0;
    const toJSON = () => {
      written++;
      return { file: 'a' };
    };
    for (const result of body.results) Object.assign(result, { toJSON });
    const requests = splitBodyIntoRequests(body, { ...GENEROUS, results: 4 });
    const { value: first } = await requests.next();
    expect(first && bodyOf(first)).toMatchObject({
      results: Array.from('aaaa', (file) => ({ file })),
    });
    expect(written).toBeLessThanOrEqual(5);
  });

  it('splits files that exceed their own limit', async () => {
    const files = Array.from({ length: 10 }, (_, index) => ({
      file: `${index}.test.ts`,
      durationMs: 1,
      stdout: 'x'.repeat(1_000),
    }));
    const requests = await allRequests({ ...makeBody(3), files }, { filesBytes: 3_000 });
    const lists = requests.map((request) => (bodyOf(request) as IngestBody).files ?? []);
    expect(lists.flat()).toEqual(files);
    for (const list of lists) expect(JSON.stringify(list).length).toBeLessThan(5_000);
  });

  it('keeps each request below the size limit', async () => {
    const requests = await allRequests(makeBody(200), { bytes: 3_500 });
    expect(requests.length).toBeGreaterThan(1);
    for (const { bytes } of requests) expect(gunzipSync(bytes).byteLength).toBeLessThan(4_000);
  });
});

/** The statuses in the requests of a body that passed. */
async function statusesOf(execution: Partial<IngestBody['execution']>): Promise<string[]> {
  const body = makeBody(10);
  const requests = await allRequests(
    { ...body, execution: { ...body.execution, status: 'passed', ...execution } },
    { results: 5 },
  );
  return requests.map((request) => (bodyOf(request) as IngestBody).execution.status);
}

async function allRequests(
  body: IngestBody,
  limits: Partial<RequestLimits> = {},
): Promise<IngestRequest[]> {
  const requests = [];
  for await (const request of splitBodyIntoRequests(body, { ...GENEROUS, ...limits }))
    requests.push(request);
  return requests;
}

function bodyOf({ bytes }: IngestRequest): unknown {
  return JSON.parse(gunzipSync(bytes).toString());
}

/** Four results per file. */
function makeBody(count: number): IngestBody {
  const results = Array.from({ length: count }, (_, index): IngestResult => ({
    titlePath: [`test ${index}`],
    file: String.fromCharCode(97 + Math.floor(index / 4)),
    status: 'passed',
    durationMs: 1,
  }));
  return {
    version: 1,
    idempotencyKey: 'run',
    execution: {
      framework: 'vitest',
      reporter: { name: 'r', version: '1' },
      status: 'failed',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 1,
      errors: [{ message: 'nobody caught me' }],
    },
    files: [{ file: 'a', durationMs: 1 }],
    results,
  };
}
