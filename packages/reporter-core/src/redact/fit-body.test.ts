import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type IngestBody, ingestBody } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { fitBody } from './fit-body.ts';
import { splitBodyIntoRequests } from '../upload/ingest-requests.ts';

describe('fitBody', () => {
  it('makes of the oddest run one that the contract accepts', () => {
    const odd: IngestBody = {
      version: 1,
      idempotencyKey: 'the key stays',
      execution: {
        key: 'k'.repeat(5_000),
        project: 'p'.repeat(300),
        framework: 'vitest',
        reporter: { name: 'r', version: '1' },
        status: 'passed',
        startedAt: '2026-11-20T10:00:00.000Z',
        durationMs: 3e10,
        tags: ['t'.repeat(300)],
        environment: { name: 'a\0b' },
      },
      results: [
        {
          titlePath: Array.from({ length: 150 }, (_, index) => `part ${index}`),
          file: 'a.test.ts',
          line: 1.4,
          status: 'failed',
          durationMs: Number.NaN,
          startedAt: '1970-01-01T00:00:00.000Z',
          attempts: Array.from({ length: 1_200 }, () => ({
            status: 'failed' as const,
            durationMs: -3.2,
            errors: [{ message: '\ud800 lone' }],
          })),
        },
      ],
    };
    const fitted = fitBody(odd, (text) => text);
    expect(ingestBody.safeParse(fitted).error).toBeUndefined();
    expect(fitted.idempotencyKey).toBe('the key stays');
    const [result] = fitted.results;
    expect(result?.titlePath.at(-1)).toBe('part 149');
    expect(result).toMatchObject({ line: 1, durationMs: 0 });
    expect(result?.startedAt).toBeUndefined();
    expect(result?.attempts?.[0]).toEqual({
      status: 'failed',
      durationMs: 0,
      errors: [{ message: '\uFFFD lone' }],
    });
    expect(fitted.execution.environment).toEqual({ name: 'a\uFFFDb' });
  });

  it('redacts before it cuts, and keeps the end of output', () => {
    const body: IngestBody = {
      ...RUN,
      files: [{ file: 'a', durationMs: 1, stdout: `${'x'.repeat(400_000)} SECRET` }],
      results: [],
    };
    const [file] = fitBody(body, (text) => text.replaceAll('SECRET', '***')).files ?? [];
    expect(file?.stdout?.length).toBeLessThanOrEqual(256 * 1024);
    expect(file?.stdout).toMatch(/characters cut by svc\] …\nx+ \*\*\*$/);
  });

  it('leaves ids, digests and sizes of artifacts unchanged, even if a secret has the same value', () => {
    const artifact = {
      clientId: 'ab12cd34-1',
      name: 'passed by ab12cd34-1',
      kind: 'trace' as const,
      contentType: 'application/zip',
      sizeBytes: 5e9,
      sha256: 'ab12cd34'.repeat(8),
    };
    const body: IngestBody = {
      ...RUN,
      results: [
        { titlePath: ['a'], file: 'a', status: 'passed', durationMs: 1, artifacts: [artifact] },
      ],
    };
    const fitted = fitBody(body, (text) => text.replaceAll(/passed|trace|ab12cd34/g, '***'));
    expect(ingestBody.safeParse(fitted).error).toBeUndefined();
    expect(fitted.results[0]?.artifacts).toEqual([{ ...artifact, name: '*** by ***-1' }]);
    expect(body.results[0]?.artifacts).toEqual([artifact]);
  });

  it('lets no result outgrow a request, and keeps the titles of one that would', async () => {
    const attempts = Array.from({ length: 100 }, () => ({
      status: 'failed' as const,
      durationMs: 1,
      stdout: '\u0001'.repeat(300_000),
      errors: [{ message: 'x'.repeat(100_000), stack: 'y'.repeat(100_000) }],
    }));
    const body: IngestBody = {
      ...RUN,
      execution: {
        ...RUN.execution,
        errors: Array.from({ length: 1_000 }, () => ({ message: '\u0001'.repeat(100_000) })),
      },
      results: [{ titlePath: ['a'], file: 'a', status: 'failed', durationMs: 1, attempts }],
    };
    const fitted = fitBody(body, (text) => text);
    const sizes = [];
    for await (const { bytes } of splitBodyIntoRequests(fitted))
      sizes.push(gunzipSync(bytes).byteLength);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(INGEST_LIMITS.bodyBytes);
    expect(ingestBody.safeParse(fitted).error).toBeUndefined();
    expect(fitted.results[0]?.attempts).toHaveLength(100);
    expect(fitted.results[0]?.attempts?.at(-1)?.errors?.[0]?.message).toMatch(/^x+\n… \[\d+ char/);
  });

  it('sends the output of a chatty run in full up to 64 MiB, and then its ends', () => {
    const stdout = `begin ${'x'.repeat(300_000)} end`;
    const attempts = [{ status: 'failed' as const, durationMs: 1, stdout }];
    const result = {
      titlePath: ['a'],
      file: 'a',
      status: 'failed' as const,
      durationMs: 1,
      attempts,
    };
    const { results } = fitBody(
      { ...RUN, results: Array.from({ length: 300 }, () => result) },
      (text) => text,
    );
    const outputs = results.map((each) => each.attempts?.[0]?.stdout ?? '');
    expect(outputs.reduce((sum, output) => sum + output.length, 0)).toBeLessThan(70 * 1024 * 1024);
    expect(outputs[0]?.length).toBeGreaterThan(262_000);
    expect(outputs.at(-1)?.length).toBeLessThanOrEqual(16 * 1024);
    expect(outputs.at(-1)).toMatch(/^begin x+\n… \[\d+ characters cut by svc\] …\nx+ end$/);
  });
});

const RUN: IngestBody = {
  version: 1,
  execution: {
    framework: 'vitest',
    reporter: { name: 'r', version: '1' },
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.000Z',
    durationMs: 1,
  },
  results: [],
};
