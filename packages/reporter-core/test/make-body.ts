import type { IngestBody } from '@svc/contract/ingest';

/** A run with one test. `name` is also its idempotency key. */
export function makeBody(name: string): IngestBody {
  return {
    version: 1,
    idempotencyKey: name,
    execution: {
      project: 'shop',
      name,
      framework: 'vitest',
      reporter: { name: 'r', version: '1' },
      status: 'passed',
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 1,
    },
    results: [{ titlePath: ['a'], file: 'a.test.ts', status: 'passed', durationMs: 1 }],
  };
}
