import type { Execution, ExecutionsQuery } from '@svc/contract/executions/executions';
import { clock } from '@svc/reporter-core/clock';
import { expect, it } from 'vitest';
import { makeExecution } from '../../test/samples/make-execution.ts';
import { CommandError } from '../errors/exit.ts';
import {
  parseExecutionReference,
  resolveExecution,
  type ExecutionReference,
  type ReferenceScope,
} from './execution-reference.ts';

const onMain = makeExecution({ id: 'id-of-812', number: 812, git: { branch: 'main' } });
const onFix = makeExecution({ id: 'id-of-813', number: 813, git: { branch: 'fix-cart' } });

function makeScope(changes: Partial<ReferenceScope> = {}): ReferenceScope {
  return {
    project: 'web',
    currentBranch: undefined,
    clock,
    command: 'svc compare 1 2',
    list: listOf([onFix, onMain]),
    unknownProject: () => Promise.resolve(undefined),
    ...changes,
  };
}

function listOf(known: Execution[]): ReferenceScope['list'] {
  return ({ project, branch, number, framework }: Partial<ExecutionsQuery>) =>
    Promise.resolve(
      known.filter(
        (execution) =>
          (project === undefined || execution.project === project) &&
          (branch === undefined || execution.git.branch === branch) &&
          (number === undefined || execution.number === number) &&
          (framework === undefined || execution.framework === framework),
      ),
    );
}

it.each<[string, ExecutionReference]>([
  ['812', { kind: 'number', number: 812 }],
  ['#812', { kind: 'number', number: 812 }],
  ['latest', { kind: 'latest' }],
  ['branch:feature/a b', { kind: 'branch', branch: 'feature/a b' }],
  [
    '0193A1B2-0000-7000-8000-000000000001',
    { kind: 'id', id: '0193a1b2-0000-7000-8000-000000000001' },
  ],
])('reads %s', (text, reference) => {
  expect(parseExecutionReference(text)).toEqual(reference);
});

it.each(['', '0', '#', 'branch:', '12a', '99999999999999999'])('refuses %j', (text) => {
  expect(() => parseExecutionReference(text)).toThrow(`'${text}' is not an execution`);
});

it('says which execution it chose when the reference is ambiguous', async () => {
  const latest = { kind: 'latest' } as const;
  expect(await resolveExecution(latest, makeScope({ currentBranch: 'main' }))).toEqual({
    id: 'id-of-812',
    found: onMain,
    choiceNote: 'latest on main, the current branch',
  });
  expect(await resolveExecution(latest, makeScope({ currentBranch: 'new' }))).toEqual({
    id: 'id-of-813',
    found: onFix,
    choiceNote: 'latest on any branch (the current branch new has none)',
  });
  expect(await resolveExecution({ kind: 'branch', branch: 'main' }, makeScope())).toEqual({
    id: 'id-of-812',
    found: onMain,
    choiceNote: 'newest on branch main',
  });
  expect(await resolveExecution({ kind: 'number', number: 812 }, makeScope())).toEqual({
    id: 'id-of-812',
    found: onMain,
    choiceNote: undefined,
  });
});

it('refuses one that is still running where only finished ones are allowed', async () => {
  const running = makeExecution({
    id: 'id',
    number: 814,
    status: 'running',
    git: { branch: 'main' },
  });
  const scope = makeScope({
    list: listOf([running, onMain]),
    status: ['passed', 'failed', 'interrupted'],
  });
  for (const [reference, name] of [
    [{ kind: 'latest' }, 'latest, #814,'],
    [{ kind: 'number', number: 814 }, '#814'],
  ] as const) {
    await expect(resolveExecution(reference, scope)).rejects.toThrow(
      `${name} is still running: not all of its results have arrived`,
    );
  }
});

it('takes no execution of another branch for the latest in CI', async () => {
  const latest = { kind: 'latest' } as const;
  const scope = makeScope({ currentBranch: 'main', isInCi: true });
  expect(await resolveExecution(latest, scope)).toMatchObject({ id: 'id-of-812' });
  await expect(resolveExecution(latest, { ...scope, currentBranch: 'new' })).rejects.toThrow(
    'no execution of branch new, the branch of this CI job, in project web',
  );
});

it('says nothing of a re-run, which speaks for its branch', async () => {
  const rerun = makeExecution({ attempt: 2, git: { branch: 'main' } });
  const scope = makeScope({ list: listOf([rerun]), currentBranch: 'main' });
  expect((await resolveExecution({ kind: 'latest' }, scope)).choiceNote).toBe(
    'latest on main, the current branch',
  );
});

it('says that the latest execution does not speak for its branch, and which one does', async () => {
  const git = { branch: 'main', dirty: true };
  const local = makeExecution({ id: 'local', number: 814, git, ci: {}, partial: ['filter'] });
  const list: ReferenceScope['list'] = async ({ speaking, ...query }) =>
    (await listOf([local, onMain])(query)).filter((one) => speaking !== 'true' || one !== local);
  const latest = (changes: Partial<ReferenceScope>) =>
    resolveExecution({ kind: 'latest' }, makeScope({ list, ...changes }));
  expect(await latest({ currentBranch: 'main' })).toEqual({
    id: 'local',
    found: local,
    choiceNote:
      'latest on main, the current branch: a local partial run with uncommitted changes; branch:main means #812',
  });
  const alone = await latest({ list: (query) => listOf(query.speaking ? [] : [local])(query) });
  expect(alone.choiceNote).toBe(
    'latest on any branch: a local partial run with uncommitted changes; branch:main finds none',
  );
  const speaking = makeExecution({ id: 'speaking', git: { branch: 'main' }, ci: {} });
  expect((await latest({ list: listOf([speaking]) })).choiceNote).toBe('latest on any branch');
});

it.each<[string, ReferenceScope, ExecutionReference, string, string]>([
  [
    'the nearest branch',
    makeScope(),
    { kind: 'branch', branch: 'mian' },
    "no execution 'branch:mian' in project web",
    'svc executions --project web --branch main',
  ],
  [
    'the projects that there are',
    makeScope({
      project: 'wbe',
      unknownProject: () => Promise.resolve(new CommandError('no project', 'svc executions')),
    }),
    { kind: 'latest' },
    'no project',
    'svc executions',
  ],
  [
    'all projects',
    makeScope({ project: 'zebra' }),
    { kind: 'number', number: 1 },
    "no execution '#1' in project zebra",
    'svc executions --all-projects',
  ],
  [
    'the project that a number needs',
    makeScope({ project: undefined }),
    { kind: 'number', number: 1 },
    '#1 needs a project',
    'svc compare 1 2 --project NAME',
  ],
])('points to %s', async (_, scope, reference, message, remedy) => {
  await expect(resolveExecution(reference, scope)).rejects.toMatchObject({
    message,
    remedy,
    exitStatus: 2,
  });
});
