import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { buildChoiceOption, listFrom } from '../../flags/option-values.ts';
import { buildBashScript } from './bash-script.ts';
import { buildFishScript } from './fish-script.ts';
import { buildDeclaredProgram, buildGrammar, type CompletedCommand } from './grammar.ts';
import { buildZshScript } from './zsh-script.ts';

const root = new Command('svc').option('--url <url>', 'the server').version('1', '-V, --version');
const grammar: CompletedCommand[] = buildGrammar(
  buildDeclaredProgram(root, [
    {
      name: 'runs',
      summary: "a team's runs: all",
      declare: (runs) => {
        runs
          .addOption(buildChoiceOption('--sort <by>', 'order', ['rate', 'score']))
          .addOption(new Option('--status <status>').argParser(listFrom(['passed', 'failed'])))
          .addOption(new Option('--event <event>').argParser(listFrom(['*', 'opened'])))
          .option('-q, --quick', 'fast')
          .option('--log <file>', 'a log');
        runs.command('list', { hidden: true });
        runs.command('show').summary('one run').argument('<execution>');
      },
    },
    {
      name: 'send',
      summary: 'send reports',
      declare: (send) => {
        send.argument('[reports...]').option('--format <format>', 'its form');
      },
    },
    {
      name: 'forget',
      summary: 'forget a server',
      declare: (forget) => {
        forget.argument('[context]').option('--context <name>', 'a server');
      },
    },
    {
      name: 'print',
      summary: 'print',
      declare: (print) => {
        print.addArgument(new Argument('<shell>').choices(['bash', 'zsh']));
      },
    },
  ]),
);

it('reads commands, flags and choices from the declarations', () => {
  expect(grammar.map(({ path }) => path)).toEqual([
    '',
    'runs',
    'runs show',
    'send',
    'forget',
    'print',
    'help',
  ]);
  expect(grammar[1]).toEqual({
    path: 'runs',
    commands: [{ name: 'show', summary: 'one run' }],
    argument: { kind: 'words', words: [] },
    flags: [
      {
        names: ['--sort'],
        description: 'order: rate, score',
        value: { kind: 'words', words: ['rate', 'score'] },
      },
      {
        names: ['--status'],
        description: '',
        value: { kind: 'words', words: ['passed', 'failed'] },
      },
      { names: ['--event'], description: '', value: { kind: 'words', words: ['*', 'opened'] } },
      { names: ['--quick', '-q'], description: 'fast', value: undefined },
      { names: ['--log'], description: 'a log', value: { kind: 'files' } },
      { names: ['--help', '-h'], description: 'display help for command', value: undefined },
      { names: ['--url'], description: 'the server', value: { kind: 'words', words: [] } },
    ],
  });
});

let folder: string;
beforeAll(async () => {
  folder = await emptyFolder();
  writeFileSync(join(folder, 'report one.xml'), '');
  writeFileSync(join(folder, 'svc.bash'), buildBashScript(grammar));
  const names = '[ "$*" = "context names" ] && printf "work\\nhome\\n"';
  writeFileSync(join(folder, 'svc'), `#!/bin/sh\n${names}\n`, { mode: 0o755 });
});

/** What bash would show after these words, of which the last is being typed. */
function completedInBash(...words: string[]): string[] {
  const script =
    'source ./svc.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; printf "%s\\n" "${COMPREPLY[@]}"';
  const printed = execFileSync('bash', ['-c', script, 'bash', 'svc', ...words], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  return printed.split('\n').filter((line) => line !== '');
}

it.each([
  [[''], ['runs', 'send', 'forget', 'print', 'help']],
  [['ru'], ['runs']],
  [
    ['runs', '-'],
    ['--sort', '--status', '--event', '--quick', '-q', '--log', '--help', '-h', '--url'],
  ],
  [
    ['runs', '--sort', ''],
    ['rate', 'score'],
  ],
  [['runs', '--sort', 'sc'], ['score']],
  [['runs', '--sort', 'rate', 's'], ['show']],
  [['--url', 'runs', 'pr'], ['print']],
  [['runs', 'show', 'la'], ['latest']],
  [['runs', '--url', ''], []],
  [['send', 're'], ['report one.xml']],
  [['runs', '--log', 're'], ['report one.xml']],
  [
    ['print', ''],
    ['bash', 'zsh'],
  ],
  [['help', 'ex'], ['exit-codes']],
  [
    ['forget', '--context', ''],
    ['work', 'home'],
  ],
  [['forget', 'ho'], ['home']],
  [
    ['runs', '--status', 'passed,'],
    ['passed,passed', 'passed,failed'],
  ],
  [
    ['runs', '--status', '='],
    ['passed', 'failed'],
  ],
  [['runs', '--status', '=', 'pa'], ['passed']],
  [['runs', '--status', '=', 'passed', 'sh'], ['show']],
  [
    ['runs', '--event', ''],
    ['*', 'opened'],
  ],
  [['runs', '--', 'ls', 're'], ['report one.xml']],
  [
    ['*', ''],
    ['runs', 'send', 'forget', 'print', 'help'],
  ],
])('completes %j in bash', (words, expected) => {
  expect(completedInBash(...words)).toEqual(expected);
});

it('is one case for each command in zsh', () => {
  expect(buildZshScript(grammar.slice(1, 2))).toContain(`
  case $1 in
    'runs')
      commands=('show:one run')
      flags=('--sort:order: rate, score' '--status:' '--event:' '--quick:fast' '-q:fast' '--log:a log' '--help:display help for command' '-h:display help for command' '--url:the server')
      values=('--sort' '--status' '--event' '--log' '--url')
      files=('--log')
      ;;
  esac
`);
});

it('asks svc for the names of contexts in zsh and fish', () => {
  const forget = grammar.filter(({ path }) => path === 'forget');
  expect(buildZshScript(forget)).toContain('words_=(${=$(svc context names 2>/dev/null)})');
  expect(buildZshScript(forget)).toContain(`'forget --context') svc context names 2>/dev/null ;;`);
  const script = buildFishScript(forget);
  expect(script).toContain(
    `-n '__svc_at \\'forget\\'' -l context -x -a '(svc context names 2>/dev/null)' -d`,
  );
  expect(script).toContain(`-n '__svc_at \\'forget\\'' -a '(svc context names 2>/dev/null)'`);
});

it('is one line for each completion in fish, with quotes escaped', () => {
  const script = buildFishScript(grammar);
  expect(script).toContain(
    `complete -c svc -n '__svc_at \\'\\'' -a 'runs' -d 'a team\\'s runs: all'\n`,
  );
  expect(script).toContain(
    `complete -c svc -n '__svc_at \\'runs\\'' -l sort -x -a 'rate score' -d 'order: rate, score'\n`,
  );
  expect(script).toContain(`complete -c svc -n '__svc_at \\'runs\\'' -l quick -s q -d 'fast'\n`);
  expect(script).toContain(`complete -c svc -n '__svc_at \\'send\\'' -F\n`);
});
