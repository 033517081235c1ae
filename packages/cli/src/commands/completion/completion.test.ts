import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, runSvc } from '../../../test/run-svc.ts';
import { COMMANDS } from '../command-list.ts';

async function scriptFile(shell: string): Promise<string> {
  const { status, stdout, stderr } = await runSvc(['completion', shell]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const path = join(await emptyFolder(), `svc.${shell}`);
  await writeFile(path, stdout);
  return path;
}

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

it('completes every command, its flags and their choices in bash', async () => {
  const path = await scriptFile('bash');
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; echo "${COMPREPLY[*]}"',
        'bash',
        path,
        'svc',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(complete('').split(' ')).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
  expect(complete('executions', '--status', '')).toBe('running passed failed interrupted');
  expect(complete('webhooks', 're')).toBe('redeliver');
  expect(complete('webhooks', 'create', '--format', 't')).toBe('teams');
  expect(complete('keys', 'create', 'CI', '--scope', 'in')).toBe('ingest');
  expect(complete('compare', 'la')).toBe('latest');
  expect(complete('login', '--with')).toBe('--with-token');
});

// Not every machine has these shells. `scripts.test.ts` compares the scripts for them everywhere.
it.runIf(isInstalled('fish'))('completes in a real fish, if there is one', async () => {
  const path = await scriptFile('fish');
  const complete = (line: string) =>
    execFileSync('fish', ['-c', 'source $argv[1]; complete -C $argv[2]', path, line], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map((shown) => shown.split('\t')[0]);
  expect(complete('svc exec')).toEqual(['executions']);
  expect(complete('svc --url x keys create CI --scope ')).toEqual(['full', 'ingest']);
  expect(complete('svc executions show la')).toEqual(['latest']);
});

it.runIf(isInstalled('zsh'))('is a script that a real zsh reads, if there is one', async () => {
  const path = await scriptFile('zsh');
  // Without the completion system, only the definitions run.
  const script =
    'compdef() { print -r -- "$1 for $2" }; source $1; f() { local -a commands flags values words_ files; _svc_grammar keys; print -r -- $commands }; f';
  const printed = execFileSync('zsh', ['-f', '-c', script, 'zsh', path], { encoding: 'utf8' });
  expect(printed).toContain('_svc for svc\ncreate:create a key, and print it once');
});

it('names the shells that it knows', async () => {
  expect(await runSvc(['completion', 'tcsh'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish') as string,
  });
  const { stdout } = await runSvc(['completion', 'bash', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    shell: 'bash',
    script: expect.stringMatching(/^# Completion of svc for bash/) as string,
  });
});
