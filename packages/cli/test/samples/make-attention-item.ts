import type { AttentionItem } from '@svc/contract/history/attention';
import { outcomesOf } from './outcomes-of.ts';

/** The default branch failing in three tests; `changes` replace whole fields. */
export function makeAttentionItem(changes: Partial<AttentionItem> = {}): AttentionItem {
  return {
    kind: 'failing',
    title: 'main fails: AssertionError: expected 90 to be 100',
    detail: 'Three tests in src/cart.test.ts fail since a07be55 with the same error.',
    project: 'web',
    branch: 'main',
    testIds: ['0123456789abcdef0123456789abcdef'],
    tests: 3,
    executionId: '0193a1b2-0000-7000-8000-000000000001',
    executionNumber: 812,
    fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
    classification: 'REAL_BUG',
    sinceCommit: 'a07be551c9f2b34d5566778899aabbccddeeff00',
    since: {
      at: '2026-11-05T07:30:00.000Z',
      isAtLeast: false,
      commit: 'a07be551c9f2b34d5566778899aabbccddeeff00',
      commitUrl: 'https://github.com/acme/web/commit/a07be551c9f2b34d5566778899aabbccddeeff00',
      author: 'Alan Ejemplo',
      title: 'Round the discount',
      executionId: '0193a1b2-0000-7000-8000-000000000002',
      number: 790,
      resultId: null,
      before: 'passed 40 times before',
    },
    at: '2026-11-21T07:30:00.000Z',
    recent: outcomesOf('ppppppxxx'),
    ...changes,
  };
}
