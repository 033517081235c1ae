import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runMain } from './run-main.ts';
import { Runner } from './runner.ts';
import { WAITS } from './world.ts';

function makeRunner(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const stdout = { write: (text: string) => lines.push(text) };
  return { lines, stdout, runner: new Runner({ env, stdout }) };
}

it('writes messages as commands, which no text can leave', () => {
  const { runner, lines } = makeRunner();
  runner.warning('50 % of\r\n::error::a, b', {
    title: 'a: b, c\n::',
    file: '',
    startLine: 3,
    startColumn: 0,
  });
  runner.notice('done');
  runner.item('::error::owned\n::error::owned');
  expect(lines).toEqual([
    '::warning title=a%3A b%2C c%0A%3A%3A,line=3::50 %25 of%0D%0A::error::a, b\n',
    '::notice::done\n',
    expect.stringMatching(/^- ::error::owned.::error::owned\n$/),
  ]);
  runner.info('NAME=a\n::add-mask::b');
  runner.item('##[stop-commands]all');
  expect(lines.slice(3)).toEqual(['NAME=a ::add-mask::b\n', '- ## [stop-commands]all\n']);
  expect(runner.exitCode).toBe(0);
  runner.fail('no');
  expect([lines.at(-1), runner.exitCode]).toEqual(['::error::no\n', 1]);
});

it.each([
  ['::error::owned', ': :error::owned'],
  ['\u0085 ::stop-commands::x', '\\x85 ::stop-commands::x'],
  ['a\n::error::owned', 'a ::error::owned'],
  ['a ##[stop-commands]b ##[error]c', 'a ## [stop-commands]b ## [error]c'],
  ['50 % of #[1]', '50 % of #[1]'],
])('writes %j as a line that GitHub does not obey', (text, written) => {
  const { runner, lines } = makeRunner();
  runner.info(text);
  runner.item(text);
  expect(lines).toEqual([`${written}\n`, `- ${written.replace(/^: :/, '::')}\n`]);
});

it('assigns values of several lines, with a delimiter that nobody knows before', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-runner-')), 'output');
  writeFileSync(file, '');
  const { runner } = makeRunner({ GITHUB_OUTPUT: file });
  runner.setOutput('one', 'a\nb');
  runner.setOutput('two', 2);
  const [, first, second] =
    /^one<<(\S+)\na\nb\n\1\ntwo<<(\S+)\n2\n\2\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  expect(first).toMatch(/^delimiter_[\da-f-]{36}$/);
  expect(second).not.toBe(first);
});

it('makes no file that the runner has not made', () => {
  const { runner } = makeRunner({ GITHUB_ENV: join(tmpdir(), 'nobody-made-this') });
  expect(() => runner.exportVariable('A', 'b')).toThrow(/^GITHUB_ENV is not there: /);
  expect(() => runner.setOutput('a', 'b')).toThrow('GITHUB_OUTPUT is not set');
});

it.each([
  ['', 0, /^::warning::svc itself failed, and the job goes on: Error: no home%0A {4}at /],
  ['error', 1, /^::error::svc itself failed: Error: no home%0A {4}at /],
])('ends well after a fault of its own, with if-undecided: %s by %i', async (value, code, last) => {
  const { stdout, lines } = makeRunner();
  const world = {
    env: { 'INPUT_IF-UNDECIDED': value, INPUT_FILES: '~/junit.xml' },
    directory: tmpdir(),
    get homeDirectory(): string {
      throw new Error('no home');
    },
    stdout,
    waits: WAITS,
  };
  expect(await runMain(world)).toBe(code);
  expect(lines.at(-1)).toMatch(last);
});

it('fails for a misspelt fail-on, even if the outputs cannot be set', async () => {
  const { stdout, lines } = makeRunner();
  const env = { 'INPUT_FAIL-ON': 'failure' };
  const world = { env, directory: tmpdir(), homeDirectory: tmpdir(), stdout, waits: WAITS };
  expect(await runMain(world)).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^::error::fail-on 'failure' is not one of never, failures, /),
    '::warning title=svc::The outputs were not set: GITHUB_OUTPUT is not set\n',
  ]);
});
