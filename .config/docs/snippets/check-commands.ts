import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRequestMistake } from './api-request.ts';
import { parseCurl } from './curl-request.ts';
import { FOREIGN_PACKAGES, ROOT } from './find-snippets.ts';
import { isKnownVariable } from './known-variables.ts';
import { parseShell } from './shell-commands.ts';
import { findAdminMistake, findSvcMistake } from './svc-grammar.ts';

type Mistake = string | undefined;

/** Checks the words after the program's name. */
type Rule = (words: readonly string[]) => Mistake | Promise<Mistake>;

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  bin?: Record<string, string>;
  scripts?: Record<string, string>;
}

const manifests = globSync(['package.json', '{apps,packages,examples}/*/package.json'], {
  cwd: ROOT,
}).map((file) => JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8')) as Manifest);
const published = manifests.filter((manifest) => manifest.private !== true);

/** The rule of each program. A program without one is a mistake. */
const PROGRAMS: Record<string, Rule | undefined> = {
  svc: (words) => both(findSvcMistake(untilDashes(words)), checkWords(afterDashes(words))),
  'svc-admin': findAdminMistake,
  'svc-server': (words) =>
    ['', 'demo'].includes(words.join(' ')) ? undefined : 'unknown arguments',
  npx: checkNpx,
  npm: checkNpm,
  pnpm: checkPnpm,
  curl: checkCurl,
  node: ([file = '']) => checkFile(file, globSync(`{.,examples/*}/${file}`, { cwd: ROOT })),
  cd: ([folder = '']) =>
    checkFile(
      folder,
      [folder].filter((one) => existsSync(join(ROOT, one))),
    ),
  '.ci/run': () => undefined,
  '.ci/everything': () => undefined,
  export: (words) =>
    words.map((word) => checkVariable(word.split('=')[0] ?? '')).find((one) => one !== undefined),
  alias: ([text = '']) => checkAlias(text),
  source: () => undefined,
  sudo: checkWords,
  runuser: (words) => checkWords(words.slice(words.indexOf('--') + 1)),
  sh: ([first = '', script = '']) => (first === '-c' ? firstMistake(script) : checkPath(first)),
  docker: checkContained,
  kubectl: checkContained,
  helm: (words) => checkPath(words[2] ?? ''),
  set: () => undefined,
  exec: checkWords,
  '.': () => undefined,
  claude: (words) => checkWords(afterDashes(words)),
  vitest: (words) => checkFlags('node_modules/vitest/vitest.mjs', words),
  jest: (words) => checkFlags('packages/jest-reporter/node_modules/jest/bin/jest.js', words),
  playwright: (words) =>
    checkFlags('packages/playwright-reporter/node_modules/@playwright/test/cli.js', words),
};

/** Programs of others, whose arguments nothing here can check. */
const FOREIGN = new Set(
  'true echo cat gh git install journalctl jq mkdir openssl psql systemctl tar useradd'.split(' '),
);

export interface CheckedCommand {
  /** From 0, in the script. */
  line: number;
  mistake: Mistake;
}

/** Every command of a shell script with what is wrong with it. */
export async function checkCommands(script: string): Promise<CheckedCommand[]> {
  return Promise.all(
    parseShell(script).map(async ({ words, assigned, line }) => {
      const unknown = assigned.find((name) => !isKnownVariable(name));
      return {
        line,
        mistake: unknown === undefined ? await checkWords(words) : checkVariable(unknown),
      };
    }),
  );
}

async function firstMistake(script: string): Promise<Mistake> {
  return (await checkCommands(script)).find(({ mistake }) => mistake !== undefined)?.mistake;
}

async function checkWords(words: readonly string[]): Promise<Mistake> {
  const [program, ...args] = words;
  if (program === undefined || FOREIGN.has(program)) return undefined;
  const rule = Object.hasOwn(PROGRAMS, lastName(program)) ? PROGRAMS[lastName(program)] : undefined;
  return rule === undefined ? `no rule for the program ${program}` : rule(args);
}

/** `/opt/svc/node_modules/.bin/svc-admin` is svc-admin. */
function lastName(program: string): string {
  return program.replace(/^.*\/\.bin\//, '');
}

function checkNpx(words: readonly string[]): Mistake | Promise<Mistake> {
  const [flag, next = ''] = words;
  if (flag === '-y') return checkNpx(words.slice(1));
  if (flag === '-p') {
    const [program = '', ...args] = words.slice(2);
    const bins = published.find(({ name }) => name === next)?.bin ?? {};
    return program in bins ? checkWords([program, ...args]) : `${next} has no bin ${program}`;
  }
  const [name = '', ...args] = words;
  if (/^pnpm@\d+$/.test(name)) return checkPnpm(args);
  if (!name.startsWith('@')) return checkWords([name, ...args]);
  const bins = published.find((one) => one.name === name)?.bin ?? {};
  // npx runs the bin that is named like the package, or the only one.
  const program = name.replace(/^.*\//, '') in bins ? name.replace(/^.*\//, '') : soleKey(bins);
  if (program === undefined) return `npx cannot choose a bin of ${name}`;
  return checkWords([program === 'server' ? 'svc-server' : program, ...args]);
}

function soleKey(bins: Record<string, string>): string | undefined {
  const [only, second] = Object.keys(bins);
  return second === undefined ? only : undefined;
}

function checkNpm(words: readonly string[]): Mistake {
  const [command = '', ...args] = words;
  if (['ci', 'test'].includes(command)) return undefined;
  if (command !== 'install') return `no rule for npm ${command}`;
  const packages = args.filter(
    (word, index) => !word.startsWith('--') && args[index - 1] !== '--prefix',
  );
  return packages
    .filter((word) => !FOREIGN_PACKAGES.includes(word))
    .filter((word) => !published.some((manifest) => isSpecifierOf(word, manifest)))
    .map((word) => `no package ${word}`)[0];
}

function isSpecifierOf(word: string, { name, version }: Manifest): boolean {
  const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  return [name, `${name}@latest`].includes(word) || word.endsWith(`/${tarball}`);
}

function checkPnpm(words: readonly string[]): Mistake {
  const [script = '', value = '', ...args] = words;
  const of = script === '--filter' ? value : 'svc';
  const name = script === '--filter' ? (args[0] ?? '') : script;
  if (['install', 'exec'].includes(name)) return undefined;
  const scripts = manifests.find((one) => one.name === of)?.scripts ?? {};
  return name in scripts ? undefined : `${of} has no script ${name}`;
}

const flagsOf = new Map<string, Set<string>>();

/** Checks that the help of a framework names the flags. */
function checkFlags(file: string, words: readonly string[]): Mistake {
  const command = file.endsWith('cli.js') ? ['test', '--help'] : ['--help'];
  let flags = flagsOf.get(file);
  if (flags === undefined) {
    const help = spawnSync(process.execPath, [`${ROOT}${file}`, ...command], { encoding: 'utf8' });
    flags = new Set(help.stdout.match(/--[a-zA-Z][\w-]+/g) ?? []);
    flagsOf.set(file, flags);
  }
  const given = words.flatMap((word) => /^--[a-zA-Z][\w-]+/.exec(word)?.[0] ?? []);
  const unknown = given.find((flag) => !flags.has(flag));
  return unknown === undefined ? undefined : `${file} has no ${unknown}`;
}

/** Requests to others are theirs to check. */
function checkCurl(words: readonly string[]): Mistake {
  try {
    const request = parseCurl(words);
    return request && findRequestMistake(request);
  } catch (error) {
    return String(error);
  }
}

function checkAlias(text: string): Promise<Mistake> {
  const command = text.slice(text.indexOf('=') + 1).replaceAll("'", '');
  return checkWords(command.replace('$PWD/', '').split(' '));
}

function checkVariable(name: string): Mistake {
  return isKnownVariable(name) ? undefined : `nothing reads ${name}`;
}

/** What runs in the container of the server. */
function checkContained(words: readonly string[]): Mistake | Promise<Mistake> {
  return words.includes('svc-admin')
    ? checkWords(words.slice(words.indexOf('svc-admin')))
    : undefined;
}

function checkPath(path: string): Mistake {
  return existsSync(join(ROOT, path)) ? undefined : `${path} does not exist`;
}

function checkFile(name: string, found: readonly string[]): Mistake {
  return found.length > 0 ? undefined : `${name} does not exist`;
}

function untilDashes(words: readonly string[]): readonly string[] {
  // `svc run` and `svc split` need a command after the dashes. Their grammar accepts any word there.
  return words.includes('--') ? [...words.slice(0, words.indexOf('--')), '--', 'command'] : words;
}

function afterDashes(words: readonly string[]): readonly string[] {
  return words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
}

async function both(...mistakes: Promise<Mistake>[]): Promise<Mistake> {
  return (await Promise.all(mistakes)).find((mistake) => mistake !== undefined);
}
