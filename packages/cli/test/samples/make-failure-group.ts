import type { FailureGroup } from '@svc/contract/history/failures';

/** A new cause with 12 failures of 3 tests; `changes` replace whole fields. */
export function makeFailureGroup(changes: Partial<FailureGroup> = {}): FailureGroup {
  return {
    fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
    pattern: 'AssertionError: expected <number> to be <number>',
    count: 12,
    tests: 3,
    executions: 5,
    projects: 1,
    branches: ['fix-cart', 'main'],
    phase: 'new',
    onlyOn: [],
    gone: null,
    firstSeenAt: '2026-11-19T09:30:00.000Z',
    lastSeenAt: '2026-11-21T09:16:00.000Z',
    perDay: [
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 7,
    ],
    classification: 'REAL_BUG',
    example: {
      resultId: '0193a1b2-0000-7000-8000-000000000003',
      executionId: '0193a1b2-0000-7000-8000-000000000001',
      executionNumber: 812,
      testId: '0123456789abcdef0123456789abcdef',
      project: 'web',
      title: 'keeps the discount',
      file: 'src/cart.test.ts',
      line: 88,
      message: 'AssertionError: expected 90 to be 100 // Object.is equality',
    },
    ...changes,
  };
}
