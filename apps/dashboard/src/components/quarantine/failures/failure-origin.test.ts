import type { KnownFailure } from '@svc/contract/gate/known-failures';
import { expect, it } from 'vitest';
import { buildOriginParts } from './failure-origin.ts';

/** The sentence, with the names of branches in brackets. */
function words(facts: Partial<KnownFailure>, defaultBranch: string | null = 'main'): string {
  const failure: KnownFailure = {
    fingerprint: 'fp2:a',
    pattern: 'a',
    count: 3,
    lastSeenAt: '2026-11-26T10:00:00.000Z',
    branches: [],
    moreBranches: 0,
    commits: 2,
    onDefaultBranch: true,
    isDefault: false,
    ...facts,
  };
  return buildOriginParts(failure, defaultBranch)
    .map((part) => (typeof part === 'string' ? part : `[${part.branch}]`))
    .join('');
}

const on = (...branches: (string | null)[]) => branches.map((branch) => ({ branch, count: 1 }));

it('says on how many branches besides the default branch a failure was seen', () => {
  expect([
    words({ count: 1, commits: 1, branches: on('main') }),
    words({ count: 12, commits: 5, branches: on('a', 'main', null) }),
    // The default branch is none of the most frequent ones.
    words({ count: 1_200, branches: on('a', 'b', 'c'), moreBranches: 4 }),
    words({ branches: on('main', 'a') }),
  ]).toEqual([
    '1 time on [main], 1 commit',
    '12 times on [main] and 2 other branches, 5 commits',
    '1,200 times on [main] and 6 other branches, 2 commits',
    '3 times on [main] and 1 other branch, 2 commits',
  ]);
});

it('names the branches of a failure that the default branch did not have', () => {
  const elsewhere = { onDefaultBranch: false };
  expect([
    words({ ...elsewhere, branches: on('evil:fix') }),
    words({ ...elsewhere, branches: on('a', 'b', 'c'), moreBranches: 1 }),
    words({ ...elsewhere, branches: on('a', null) }),
    words({ ...elsewhere, branches: on(null), commits: 0 }),
    words({ ...elsewhere, branches: on('main') }),
    words({ ...elsewhere, branches: on('x'.repeat(61)) }),
  ]).toEqual([
    '3 times, only on [evil:fix], 2 commits',
    '3 times, only on [a], [b], [c] and 1 other branch, 2 commits',
    '3 times, only on [a] and without a branch, 2 commits',
    '3 times, only in executions without a branch',
    '3 times, only on [main] (local, partial or pull-request runs), 2 commits',
    `3 times, only on [${'x'.repeat(59)}…], 2 commits`,
  ]);
});

it('names no branch in a project without branches', () => {
  expect(words({ branches: on(null), commits: 0 }, null)).toBe('3 times');
});
