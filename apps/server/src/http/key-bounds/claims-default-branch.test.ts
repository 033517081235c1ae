import { expect, it } from 'vitest';
import { claimsDefaultBranch } from './claims-default-branch.ts';

it.each<[branch: string | null, base: string | null, isDefault: string | null, claims: boolean]>([
  ['trunk', null, 'trunk', true],
  ['main', null, 'trunk', false],
  ['fix', 'trunk', 'trunk', false],
  [null, null, 'trunk', false],
  // A pull request of the default branch into another one.
  ['trunk', 'stable', 'trunk', true],
  // A fork's branch of the same name.
  ['trunk', 'trunk', 'trunk', false],
  // The default branch is unknown: any branch without a pull request may become it.
  ['trunk', null, null, true],
  [null, null, null, true],
  ['fix', 'trunk', null, false],
  ['main', 'trunk', null, true],
  ['master', 'trunk', null, true],
  ['main', 'main', null, false],
])('%j into %j, where the default is %j: %j', (branch, baseBranch, isDefault, claims) => {
  expect(claimsDefaultBranch({ branch, baseBranch }, isDefault)).toBe(claims);
});
