import type { BranchOutcome } from '@svc/contract/branches';
import { expect, it } from 'vitest';
import { branchesSentence } from './branches-sentence.ts';

/** A branch whose runs ended so: `.` passed, `f` failed, `i` interrupted. */
function branch(name: string, letters: string) {
  const statuses = { '.': 'passed', f: 'failed', i: 'interrupted' } as const;
  const recent = letters.split('').map((letter) => {
    const status = statuses[letter as keyof typeof statuses];
    return { status } as BranchOutcome;
  });
  return { project: 'web', branch: name, recent };
}

it.each([
  [[], false, 'notRun', 'No execution in this period'],
  [[branch('main', '..')], false, 'passed', 'The default branch passes'],
  [[branch('main', '.'), branch('trunk', '.')], false, 'passed', 'All 2 default branches pass'],
  [
    [branch('main', '.f'), branch('trunk', '.')],
    false,
    'failed',
    '1 of 2 default branches is failing',
  ],
  // An interrupted run says nothing: the one before it speaks.
  [[branch('main', 'fi')], false, 'failed', '1 of 1 default branch is failing'],
  // Nothing that speaks for a branch is no pass.
  [
    [branch('main', '.'), branch('trunk', '')],
    false,
    'interrupted',
    '1 of 2 default branches passes, none is failing',
  ],
  [[branch('fix', '.'), branch('wip', '.')], true, 'passed', 'All 2 branches pass'],
  [[branch('fix', 'f'), branch('wip', '.')], true, 'failed', '1 of 2 branches is failing'],
])('says of %j', (branches, ofProject, status, title) => {
  expect(branchesSentence(branches, ofProject)).toMatchObject({ status, title });
});

it('names the failing branches, of all projects with their project', () => {
  const failing = [branch('main', 'f')];
  expect(branchesSentence(failing, false).detail).toBe('web (main).');
  expect(branchesSentence(failing, true).detail).toBe('main.');
  const many = Array.from({ length: 8 }, (_, index) => branch(`b${index}`, 'f'));
  expect(branchesSentence(many, true).detail).toBe('b0, b1, b2, b3, b4, b5 and 2 more.');
});
