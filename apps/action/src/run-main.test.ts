import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../test/in-process.ts';
import { runMain } from './run-main.ts';
import { WAITS } from './world.ts';

it.each([
  ['', 0, /^::warning::svc itself failed, and the job goes on: Error: no home%0A {4}at /m],
  ['error', 1, /^::error::svc itself failed: Error: no home%0A {4}at /m],
])('ends well after a fault of its own, with if-undecided: %s by %i', async (value, code, last) => {
  const env = { 'INPUT_IF-UNDECIDED': value, INPUT_FILES: '~/junit.xml' };
  const world = {
    env,
    directory: tmpdir(),
    get homeDirectory(): string {
      throw new Error('no home');
    },
    waits: WAITS,
  };
  const { exitCode, log } = await runInProcess(env, () => runMain(world));
  expect(exitCode).toBe(code);
  expect(log).toMatch(last);
});

it('fails for a misspelt fail-on, even if the outputs cannot be set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-run-main-'));
  const env = { 'INPUT_FAIL-ON': 'failure', GITHUB_OUTPUT: join(folder, 'nobody-made-this') };
  const world = { env, directory: tmpdir(), homeDirectory: tmpdir(), waits: WAITS };
  const { exitCode, log } = await runInProcess(env, () => runMain(world));
  expect(exitCode).toBe(1);
  const [first, second, ...further] = log.trimEnd().split('\n');
  expect(first).toMatch(/^::error::fail-on 'failure' is not one of never, failures, /);
  expect(second).toMatch(/^::warning title=svc::The outputs were not set: Missing file at path: /);
  expect(further).toEqual([]);
});

it('writes the texts of a failure as commands, which no text can leave', async () => {
  const env = { 'INPUT_FAIL-ON': 'a\r\n::error::b, c' };
  const world = { env, directory: tmpdir(), homeDirectory: tmpdir(), waits: WAITS };
  const { log } = await runInProcess(env, () => runMain(world));
  expect(log).toMatch(/^::error::fail-on 'a%0D%0A::error::b, c' is not one of /);
});
