import type { BranchOutcome } from '@svc/contract/executions/branches';
import type { Execution } from '@svc/contract/executions/executions';
import { expect, it } from 'vitest';
import { describeBranches, type BranchKind } from './branches-sentence.ts';

/** A branch whose runs ended so: `.` passed, `f` failed, `i` interrupted. */
function branch(name: string, letters: string) {
  const statuses = { '.': 'passed', f: 'failed', i: 'interrupted' } as const;
  const recent = letters.split('').map((letter) => {
    const status = statuses[letter as keyof typeof statuses];
    return { status } as BranchOutcome;
  });
  const execution = { number: 7, status: 'failed', git: { dirty: true }, partial: [] as string[] };
  return { project: 'web', branch: name, recent, execution: execution as unknown as Execution };
}

it.each<[ReturnType<typeof branch>[], BranchKind, string, string]>([
  [[], 'default', 'notRun', 'No execution in this period'],
  [[branch('main', '..')], 'default', 'passed', 'The default branch passes'],
  [[branch('main', '.'), branch('trunk', '.')], 'default', 'passed', 'All 2 default branches pass'],
  [
    [branch('main', '.f'), branch('trunk', '.')],
    'default',
    'failed',
    '1 of 2 default branches is failing',
  ],
  // An interrupted run says nothing: the one before it speaks.
  [[branch('main', 'fi')], 'default', 'failed', '1 of 1 default branch is failing'],
  // Nothing that speaks for a branch is no pass.
  [
    [branch('main', '.'), branch('trunk', '')],
    'default',
    'interrupted',
    '1 of 2 default branches passes, 1 cannot be judged yet',
  ],
  [[branch('main', '')], 'default', 'failed', 'The newest execution of web failed'],
  [
    [branch('main', ''), branch('trunk', '')],
    'default',
    'notRun',
    'No default branch can be judged yet',
  ],
  [[branch('main', 'f')], 'chosen', 'failed', '1 of 1 branch is failing'],
  [[branch('fix', '.'), branch('wip', '.')], 'project', 'passed', 'All 2 branches pass'],
  [[branch('fix', 'f'), branch('wip', '.')], 'project', 'failed', '1 of 2 branches is failing'],
])('says of %j', (branches, kind, status, title) => {
  expect(describeBranches(branches, kind)).toMatchObject({ status, title });
});

it('does not deny the executions of other branches', () => {
  expect(describeBranches([], 'default', true)).toMatchObject({
    status: 'notRun',
    title: 'No execution of a default branch in this period',
  });
});

it('says how an execution ended that does not show how its branch is doing, and why it does not', () => {
  const dirty = branch('main', '');
  const detailOf = (facts: object) =>
    describeBranches([{ ...dirty, execution: { ...dirty.execution, ...facts } }], 'default').detail;
  expect(detailOf({})).toBe('web (main): #7 failed, with uncommitted changes.');
  expect(detailOf({ git: {}, partial: ['filter'], status: 'passed' })).toBe(
    'web (main): #7 passed, with only a part of the tests.',
  );
  expect(detailOf({ git: { branch: 'main', baseBranch: 'main' } })).toBe(
    'web (main): #7 failed, for a pull request.',
  );
  expect(detailOf({ git: {}, status: 'interrupted' })).toBe('web (main): #7 was interrupted.');
  expect(detailOf({ status: 'running' })).toBe('web (main): #7 is running.');
  const pair = [dirty, branch('trunk', '.')];
  expect(describeBranches(pair, 'default').detail).toBe(
    'web (main): #7 failed, with uncommitted changes.',
  );
});

it('names the failing branches, of all projects with their project', () => {
  const failing = [branch('main', 'f')];
  expect(describeBranches(failing, 'default').detail).toBe('web (main).');
  expect(describeBranches(failing, 'project').detail).toBe('main.');
  const many = Array.from({ length: 8 }, (_, index) => branch(`b${index}`, 'f'));
  expect(describeBranches(many, 'project').detail).toBe('b0, b1, b2, b3, b4, b5 and 2 more.');
});
