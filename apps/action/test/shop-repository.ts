import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import { runCommand, type Finished } from '@svc/reporter-core/test/projects/run-command.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/vitest', import.meta.url));

/** `examples/vitest` as a repository of its own, at `acme/shop`, whose branch main passes. */
export interface ShopRepository {
  folder: string;
  /** Replaces a text of a file, and commits. Answers the commit. */
  change(file: string, from: string, to: string): string;
  git(...args: string[]): string;
  /** Runs the tests of the shop, which write `reports/vitest.json`. */
  test(): Promise<Finished>;
  /** Runs the tests with svc's reporter, which sends them. */
  testAndSend(env: Record<string, string | undefined>): Promise<Finished>;
}

export function makeShop(): ShopRepository {
  // Gone with the test run's temporary folder.
  const folder = mkdtempSync(join(tmpdir(), 'svc-shop-'));
  cpSync(EXAMPLE, folder, {
    recursive: true,
    filter: (path) =>
      !/node_modules|tsconfig|tsbuildinfo|\.vitest/.test(path.slice(EXAMPLE.length)),
  });
  symlinkSync(join(EXAMPLE, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nreports\n');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: GIT_ENV }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git');
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '--quiet', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, before.replace(from, to));
  };
  const vitest = (reporter: string[], env: Record<string, string | undefined> = {}) =>
    runCommand(join(packageFolder('vitest', import.meta.url), 'vitest.mjs'), folder, {
      args: ['run', '--reporter=default', ...reporter],
      env,
    });
  // The fault that the example is there to show.
  edit('src/cart.ts', 'Math.floor', 'Math.ceil');
  commit('a shop that works');
  return {
    folder,
    git,
    change: (file, from, to) => {
      edit(file, from, to);
      return commit(`change ${file}`);
    },
    test: () => vitest(JSON_REPORT),
    testAndSend: (env) => vitest(['--reporter=@svc/vitest-reporter'], env),
  };
}

const JSON_REPORT = [
  '--reporter=json',
  '--outputFile=reports/vitest.json',
  '--includeTaskLocation',
];

const GIT_ENV = {
  PATH: process.env['PATH'],
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
