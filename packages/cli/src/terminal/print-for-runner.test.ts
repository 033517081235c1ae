import { expect, it } from 'vitest';
import { makeWorld } from '../../test/make-world.ts';
import { makePrinter, printFailure, printStack } from './print.ts';

const HOSTILE = ['::stop-commands::x', '  ::set-output name=a::1', 'a ##[error]', '##vso[task.a]b'];
const NOW = new Date('2026-11-20T10:00:00Z');
const OBEYED = /^\s*::|##(?:vso)?\[/m;

const answer = {
  data: { titles: HOSTILE },
  text: () => HOSTILE,
  markdown: () => HOSTILE.join('\n'),
};

it.each([
  [{ GITHUB_ACTIONS: 'true' }, {}],
  [{ GITHUB_ACTIONS: 'true' }, { json: true }],
  [{ GITHUB_ACTIONS: 'true' }, { markdown: true }],
  [{ TF_BUILD: 'True' }, {}],
  [{ TF_BUILD: 'True' }, { json: true }],
])('prints nothing that a runner obeys: %j %j', async (env, flags) => {
  const world = makeWorld({ env });
  const printer = await makePrinter({ ...flags, color: false, verbose: true }, world);
  await printer.answer(answer, NOW);
  await printer.answer({ ...answer, isForStderr: true }, NOW);
  printer.warn(HOSTILE.join(' '));
  printer.note(HOSTILE);
  printer.trace({
    method: 'GET',
    path: '/##[error]',
    status: 200,
    requestId: '##vso[a]',
    durationMs: 1,
    attempt: 1,
    rateLimit: undefined,
  });
  const [problem = '', remedy = ''] = HOSTILE.slice(2);
  printFailure(world, { problem, remedy, exitStatus: 1 });
  printStack(world, new Error(HOSTILE.join('\n')));
  const { stdout, stderr } = world.printed();
  expect(stdout).not.toMatch(OBEYED);
  expect(stderr).not.toMatch(OBEYED);
  expect(stdout).toContain('stop-commands');
});

it('prints the same document', async () => {
  const world = makeWorld({ env: { GITHUB_ACTIONS: 'true' } });
  const printer = await makePrinter({ json: true, color: false }, world);
  await printer.answer(answer, NOW);
  expect(JSON.parse(world.printed().stdout)).toEqual(answer.data);
});

it('leaves the lines elsewhere', async () => {
  const world = makeWorld({ env: { CI: 'true' } });
  const printer = await makePrinter({ color: false }, world);
  await printer.answer(answer, NOW);
  expect(world.printed().stdout).toBe(`${HOSTILE.join('\n')}\n`);
});
