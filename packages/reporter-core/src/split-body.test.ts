import { describe, expect, it } from 'vitest';
import { type IngestBody, type IngestResult, ingestBody } from '@svc/contract/ingest';
import { splitBody } from './split-body.ts';

const GENEROUS = { bodyBytes: 1_000_000, results: 1_000, files: 1_000 };

describe('splitBody', () => {
  it('gives one part under its own key where everything fits', () => {
    const body = makeBody(3);
    const [part, ...more] = [...splitBody(body, GENEROUS)];
    expect(more).toEqual([]);
    expect(part?.idempotencyKey).toBe('run');
    expect(JSON.parse(part?.pieces.join('') ?? '')).toEqual(body);
  });

  it('parts between files, repeats the execution and gives each part a key of its own', () => {
    const body = makeBody(10);
    const parts = [...splitBody(body, { ...GENEROUS, results: 5 })];
    const bodies = parts.map(({ pieces }) => ingestBody.parse(JSON.parse(pieces.join(''))));
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
    expect([...splitBody(body, { ...GENEROUS, results: 5 })]).toEqual(parts);
    expect(parts.at(-1)?.share).toBe(1);
  });

  it('writes a part when it is asked for it, and not before', () => {
    const body = makeBody(12);
    let written = 0;
    const toJSON = () => {
      written++;
      return { file: 'a' };
    };
    for (const result of body.results) Object.assign(result, { toJSON });
    const parts = splitBody(body, { ...GENEROUS, results: 4 });
    expect(parts.next().value?.pieces.join('')).toContain('"results":[{"file":"a"}');
    expect(written).toBeLessThanOrEqual(5);
  });

  it('keeps each part below the size', () => {
    const parts = [...splitBody(makeBody(200), { ...GENEROUS, bodyBytes: 4_000 })];
    expect(parts.length).toBeGreaterThan(1);
    for (const { pieces } of parts) {
      expect(Buffer.byteLength(pieces.join(''))).toBeLessThan(4_000);
    }
  });
});

/** Four results a file. */
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
