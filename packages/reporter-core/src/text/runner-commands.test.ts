import { expect, it } from 'vitest';
import {
  isReadByRunner,
  removeRunnerCommandsFromJson,
  withoutRunnerCommands,
} from './runner-commands.ts';

it.each([
  ['::stop-commands::x', ': :stop-commands::x'],
  ['  ::set-output name=a::1', '  : :set-output name=a::1'],
  ['title\n\u00a0\u3000::add-mask::e', 'title\n\u00a0\u3000: :add-mask::e'],
  ['a\r::error::b', 'a\r: :error::b'],
  ['✗ ##[error] ##[group]', '✗ ## [error] ## [group]'],
  ['at ##vso[task.setvariable variable=a]b', 'at ## vso[task.setvariable variable=a]b'],
  ['##VSO[task.complete]', '## VSO[task.complete]'],
  ['###[error]', '### [error]'],
  ["##teamcity[testFailed name='a']", "## teamcity[testFailed name='a']"],
])('takes the command out of %j', (text, expected) => {
  expect(withoutRunnerCommands(text)).toBe(expected);
});

it.each(['std::vector', 'a :: b', 'Foo::bar', '# [x]', '## heading', 'svc: ::error::'])(
  'leaves %j',
  (text) => expect(withoutRunnerCommands(text)).toBe(text),
);

it('leaves the values of a document', () => {
  const document = { title: '##[error] ##vso[a] ::b::', list: ['::error::'] };
  const json = removeRunnerCommandsFromJson(JSON.stringify(document, undefined, 2));
  expect(json).not.toMatch(/##(?:vso)?\[|^\s*::/m);
  expect(JSON.parse(json)).toEqual(document);
});

it.each([
  [{ GITHUB_ACTIONS: 'true' }, true],
  [{ TF_BUILD: 'True' }, true],
  [{ TEAMCITY_VERSION: '2026.1' }, true],
  [{ CI: 'true', GITLAB_CI: 'true' }, false],
  [{ GITHUB_ACTIONS: '' }, false],
])('knows the runner of %j', (env, expected) => {
  expect(isReadByRunner(env)).toBe(expected);
});
