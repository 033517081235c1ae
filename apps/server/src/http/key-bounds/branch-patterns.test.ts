import { expect, it } from 'vitest';
import { isBranchAllowed } from './branch-patterns.ts';

it.each<[patterns: string[], branch: string | null, isAllowed: boolean]>([
  [['main'], 'main', true],
  [['main'], 'main2', false],
  [['main'], 'Main', false],
  [['release/*'], 'release/1.0/hotfix', true],
  [['release/*'], 'release/', true],
  [['release/*'], 'release', false],
  [['*-fix'], 'a-fix', true],
  [['*-fix'], 'a-fix-2', false],
  [['a*a'], 'a', false],
  [['a*a'], 'aa', true],
  [['a*b*c'], 'a-b-c', true],
  [['a*b*c'], 'a-c-b', false],
  // Other characters match themselves.
  [['v1.*'], 'v1-2', false],
  [['[ab]'], 'a', false],
  [['*', '!main'], 'main', false],
  [['*', '!main'], 'feature', true],
  [['!main', '!release/*'], 'release/1', false],
  [['!main', '!release/*'], 'feature', true],
  [['release/*', '!release/*-rc'], 'release/1-rc', false],
  // A later pattern does not bring back what another one excludes.
  [['!release/1', 'release/1'], 'release/1', false],
  [['!main'], null, true],
  [['*'], null, false],
])('%j and the branch %j: %j', (patterns, branch, isAllowed) => {
  expect(isBranchAllowed(patterns, branch)).toBe(isAllowed);
});

it('matches many stars in time', () => {
  expect(isBranchAllowed(['a*'.repeat(149) + 'b'], 'a'.repeat(100_000))).toBe(false);
});
