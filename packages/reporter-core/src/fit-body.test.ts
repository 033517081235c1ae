import { describe, expect, it } from 'vitest';
import { type IngestBody, ingestBody } from '@svc/contract/ingest';
import { fitBody } from './fit-body.ts';

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
      version: 1,
      execution: {
        framework: 'vitest',
        reporter: { name: 'r', version: '1' },
        status: 'passed',
        startedAt: '2026-11-20T10:00:00.000Z',
        durationMs: 1,
      },
      files: [{ file: 'a', durationMs: 1, stdout: `${'x'.repeat(400_000)} SECRET` }],
      results: [],
    };
    const [file] = fitBody(body, (text) => text.replaceAll('SECRET', '***')).files ?? [];
    expect(file?.stdout?.length).toBeLessThanOrEqual(256 * 1024);
    expect(file?.stdout).toMatch(/characters cut by svc\] …\nx+ \*\*\*$/);
  });
});
