import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type IngestBody, type IngestResult, ingestBody } from '@svc/contract/ingest';
import { type BodyPart, splitBody, type SplitLimits } from './split-body.ts';

const GENEROUS = { bodyBytes: 1_000_000, otherBytes: 1_000_000, results: 1_000, files: 1_000 };

describe('splitBody', () => {
  it('gives one part under its own key where everything fits', async () => {
    const body = makeBody(3);
    const parts = await allParts(body);
    expect(parts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['run']);
    expect(parts.map(bodyOf)).toEqual([body]);
  });

  it('parts between files, repeats the execution and gives each part a key of its own', async () => {
    const body = makeBody(10);
    const parts = await allParts(body, { results: 5 });
    const bodies = parts.map((part) => ingestBody.parse(bodyOf(part)));
    expect(parts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['run', 'run/2', 'run/3']);
    expect(bodies.map((part) => part.idempotencyKey)).toEqual(['run', 'run/2', 'run/3']);
    expect(bodies.map(({ results }) => results.map(({ file }) => file).join(''))).toEqual([
      'aaaa',
      'bbbb',
      'cc',
    ]);
    expect(bodies.map(({ execution }) => execution.errors?.length)).toEqual([
      1,
      undefined,
      undefined,
    ]);
    expect(bodies.flatMap(({ results }) => results)).toEqual(body.results);
    expect(await allParts(body, { results: 5 })).toEqual(parts);
    expect(parts.at(-1)?.share).toBe(1);
  });

  it('leaves the execution running until the last part, but a merged report and one without a key', async () => {
    expect(await statusesOf({ key: 'k' })).toEqual(['running', 'running', 'passed']);
    expect(await statusesOf({ key: 'k', status: 'running' })).toEqual(Array(3).fill('running'));
    expect(await statusesOf({ key: 'k', merged: true })).toEqual(Array(3).fill('passed'));
    expect(await statusesOf({ key: undefined })).toEqual(Array(3).fill('passed'));
  });

  it('writes a part when it is asked for it, and not before', async () => {
    const body = makeBody(12);
    let written = 0;
    const toJSON = () => {
      written++;
      return { file: 'a' };
    };
    for (const result of body.results) Object.assign(result, { toJSON });
    const parts = splitBody(body, { ...GENEROUS, results: 4 });
    const { value: first } = await parts.next();
    expect(first && bodyOf(first)).toMatchObject({
      results: Array.from('aaaa', (file) => ({ file })),
    });
    expect(written).toBeLessThanOrEqual(5);
  });

  it('splits files that exceed the limit beside the results', async () => {
    const files = Array.from({ length: 10 }, (_, index) => ({
      file: `${index}.test.ts`,
      durationMs: 1,
      stdout: 'x'.repeat(1_000),
    }));
    const parts = await allParts({ ...makeBody(3), files }, { otherBytes: 5_000 });
    const told = parts.map((part) => (bodyOf(part) as IngestBody).files ?? []);
    expect(told.flat()).toEqual(files);
    for (const list of told) expect(JSON.stringify(list).length).toBeLessThan(5_000);
  });

  it('keeps each part below the size', async () => {
    const parts = await allParts(makeBody(200), { bodyBytes: 4_000 });
    expect(parts.length).toBeGreaterThan(1);
    for (const { bytes } of parts) expect(gunzipSync(bytes).byteLength).toBeLessThan(4_000);
  });
});

/** The statuses of the parts of a body that passed. */
async function statusesOf(execution: Partial<IngestBody['execution']>): Promise<string[]> {
  const body = makeBody(10);
  const parts = await allParts(
    { ...body, execution: { ...body.execution, status: 'passed', ...execution } },
    { results: 5 },
  );
  return parts.map((part) => (bodyOf(part) as IngestBody).execution.status);
}

async function allParts(body: IngestBody, limits: Partial<SplitLimits> = {}): Promise<BodyPart[]> {
  const parts = [];
  for await (const part of splitBody(body, { ...GENEROUS, ...limits })) parts.push(part);
  return parts;
}

function bodyOf({ bytes }: BodyPart): unknown {
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
