import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '@svc/reporter-core/clock';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyFolder, type SvcOptions } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';
import type { SplitPlan } from './split-plan.ts';

let server: ShopServer;
let repository: string;
beforeAll(async () => {
  server = await joinShopServer();
  await sendDurations({ 'src/a.test.ts': 9_000, 'src/b.test.ts': 5_000, 'src/c.test.ts': 4_000 });
  // The next time that is asked for is later.
  await sleep(5);
});
beforeEach(async () => {
  repository = await makeRepository('src/a.test.ts', 'src/b.test.ts', 'src/c.test.ts');
});

async function sendDurations(files: Record<string, number>, project = 'shop'): Promise<void> {
  await server.ingest((body) => {
    body.execution.project = project;
    delete body.execution.partial;
    body.files = Object.entries(files).map(([file, durationMs]) => ({ file, durationMs }));
    body.results = Object.keys(files).map((file) => ({
      file,
      titlePath: ['one'],
      status: 'passed' as const,
      durationMs: 1,
    }));
  });
}

/** A repository with empty files and one commit. */
async function makeRepository(...files: string[]): Promise<string> {
  const folder = await emptyFolder();
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  git(folder, 'init', '-q', '-b', 'main');
  commitAt(folder, '2026-01-01T00:00:00Z');
  return folder;
}

function commitAt(folder: string, date: string): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@svc.test'];
  git(folder, ...who, 'commit', '-q', '--allow-empty', '-m', `at ${date}`, '--date', date);
  const env = { ...process.env, GIT_COMMITTER_DATE: date };
  const amend = [...who, 'commit', '-q', '--amend', '--allow-empty', '--no-edit'];
  execFileSync('git', amend, { cwd: folder, env });
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder });
}

async function svc(words: string, options: SvcOptions = {}) {
  const asOf = ['--as-of', clock.now().toISOString()];
  const env = { SVC_PROJECT: 'shop', COLUMNS: '80', ...options.env };
  const args = words.split(' ').map((word) => (word === 'NOW' ? asOf : [word]));
  return server.svc(['split', ...args.flat()], { directory: repository, ...options, env });
}

const TIME = /\d{4}-\d\d-\d\d\s+\d\d:\d\d:\d\d UTC/;

const filesOf = async (words: string, options?: SvcOptions) => {
  const { stdout, status, stderr } = await svc(words, options);
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').slice(0, -1);
};

const digestOf = async (words: string, options?: SvcOptions) => {
  const { stdout, stderr } = await svc(`${words} --shards 2 NOW --json`, options);
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as SplitPlan).digest;
};

it('prints the files of one job, a path a line, and on stderr what the split is based on', async () => {
  const { status, stdout, stderr } = await svc('--shards 2 --index 1 NOW src/*.test.ts');
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'src/a.test.ts\n' });
  expect(stderr.replace(TIME, 'TIME')).toBe(
    'svc: durations of all of them from 1 execution of shop before TIME\n' +
      'svc: shard 1 of 2: 1 of 3 files, about 9.0 s, the slowest 9.0 s; plan b0796263\n',
  );
  expect(await filesOf('--shards 2 --index 2 NOW src/*.test.ts')).toEqual([
    'src/b.test.ts',
    'src/c.test.ts',
  ]);
});

it('shows all jobs without --index, also as JSON', async () => {
  const { stdout } = await svc('--shards 2 NOW src/*.test.ts');
  expect(`\n${stdout.replace(TIME, 'TIME')}`).toMatchInlineSnapshot(`
    "
    3 files in 2 shards
    durations of all of them from 1 execution of shop before TIME

    SHARD  FILES   TIME  FIRST FILE
        1      1  9.0 s  src/a.test.ts
        2      2  9.0 s  src/b.test.ts
    plan b0796263. Jobs that print the same plan run each file exactly once.
    "
  `);
  const { stdout: json } = await svc('--shards 2 NOW src/*.test.ts --json');
  expect(JSON.parse(json)).toEqual({
    project: 'shop',
    before: expect.any(String) as string,
    executions: 1,
    files: 3,
    knownFiles: 3,
    digest: 'b0796263',
    shards: [
      { index: 1, expectedMs: 9_000, files: ['src/a.test.ts'] },
      { index: 2, expectedMs: 9_000, files: ['src/b.test.ts', 'src/c.test.ts'] },
    ],
  } satisfies SplitPlan);
});

describe('the plan', () => {
  it('is the same for any order and spelling of the files, and from another folder', async () => {
    const plan = await digestOf('src/a.test.ts src/b.test.ts src/c.test.ts');
    expect(await digestOf('./src/c.test.ts src//b.test.ts src/a.test.ts src/a.test.ts')).toBe(plan);
    const windows = 'src\\a.test.ts\r\n.\\src\\b.test.ts\r\nsrc\\c.test.ts\r\n';
    expect(await digestOf('--stdin', { input: windows })).toBe(plan);
    const inside = { directory: join(repository, 'src') };
    expect(await digestOf('*.test.ts', inside)).toBe(plan);
    expect(await digestOf(join(repository, 'src/*.test.ts'), inside)).toBe(plan);
  });

  it('is the same through a symbolic link to the repository', async () => {
    const link = join(await emptyFolder(), 'link');
    await symlink(repository, link);
    const plan = await digestOf('src/*.test.ts');
    expect(await digestOf('src/*.test.ts', { directory: link })).toBe(plan);
  });
});

it('prints paths as typed, and reads a list from stdin', async () => {
  const input = './src/a.test.ts\nsrc/b.test.ts\nlib/new.test.ts\n';
  expect(await filesOf('--shards 3 --index 1 NOW --stdin', { input })).toEqual(['./src/a.test.ts']);
  // A file without a known duration counts as the median of the others.
  const { stdout } = await svc('--shards 3 NOW --stdin --json', { input });
  const { shards, knownFiles } = JSON.parse(stdout) as SplitPlan;
  expect([knownFiles, shards.map(({ expectedMs }) => expectedMs)]).toEqual([
    2,
    [9_000, 7_000, 5_000],
  ]);
});

it('separates by NUL for xargs -0, in both directions', async () => {
  const { stdout } = await svc('--shards 1 --index 1 NOW --stdin --null', {
    input: 'src/a b.test.ts\0src/c\nd.test.ts\0',
  });
  expect(stdout).toBe('src/a b.test.ts\0src/c\nd.test.ts\0');
});

it('counts only what had been received half an hour before the commit', async () => {
  // A commit has no fractions of a second: half an hour before this one, the durations had been received.
  await sleep(1_100);
  commitAt(repository, new Date(clock.now().getTime() + 30 * 60_000).toISOString());
  const { stderr } = await svc('--shards 2 --index 1 src/*.test.ts');
  expect(stderr).toMatch(/^svc: durations of all of them from 1 execution of shop before /);
  commitAt(repository, new Date(clock.now().getTime() - 60_000).toISOString());
  const young = await svc('--shards 2 --index 1 src/*.test.ts');
  expect(young).toMatchObject({ status: 0, stdout: 'src/a.test.ts\nsrc/c.test.ts\n' });
  expect(young.stderr).toMatch(
    /^svc: split by number: no duration of these files in project shop before .*\nsvc: shard 1 of 2: 2 of 3 files, split by number; plan \w{8}\n$/,
  );
});

it('says so for a shard without files, and runs nothing', async () => {
  const { status, stdout, stderr } = await svc(
    '--shards 5 --index 5 NOW src/a.test.ts -- node -e process.exit(3)',
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toContain('svc: this shard has no files: there are more shards\n');
});

it('blames stdin, and not the shards, if there are no files at all', async () => {
  const { status, stderr } = await svc('--shards 2 --index 1 NOW --stdin', { input: '' });
  expect(status).toBe(0);
  expect(stderr).toMatch(/\nsvc: there are no files on stdin\n$/);
  expect(stderr).not.toContain('more shards');
});

describe('without a server', () => {
  const unreachable = { env: { SVC_URL: 'http://127.0.0.1:1' } };

  it('fails instead of splitting in another way than the other jobs', async () => {
    expect(await svc('--shards 2 --index 1 NOW src/*.test.ts', unreachable)).toEqual({
      status: 4,
      stdout: '',
      stderr: expect.stringMatching(
        /^svc: the files are not split, because all jobs need the same durations: .*\ntry: repeat this job, or add --even in all jobs to split by number without a server\n$/,
      ) as string,
    });
    const noKey = await svc('--shards 2 --index 1 NOW src/*.test.ts', { env: { SVC_API_KEY: '' } });
    expect(noKey).toMatchObject({ status: 3, stdout: '' });
  });

  it('runs no command', async () => {
    const words = '--shards 2 --index 1 NOW src/*.test.ts -- node -e console.log(1)';
    expect(await svc(words, unreachable)).toMatchObject({ status: 4, stdout: '' });
  });

  it('splits by number with --even', async () => {
    const env = { ...unreachable.env, SVC_API_KEY: '' };
    expect(await svc('--shards 2 --index 1 --even src/*.test.ts', { env })).toMatchObject({
      status: 0,
      stdout: 'src/a.test.ts\nsrc/c.test.ts\n',
    });
  });
});

it.each([
  ['--shards 2', 'no files to split', 'name files or a quoted glob, or add --stdin'],
  ['--shards 2 src/*.spec.ts', "no file at 'src/*.spec.ts'", 'name existing files'],
  ['--shards 2 src', "'src' is a folder", 'name its test files with a quoted glob'],
  ['--shards 2 --index 3 src/*.ts', 'there is no shard 3 of 2', 'use an --index from 1 to 2'],
  ['src/*.ts', "required option '--shards <n>' not specified", 'svc split --help'],
  ['--shards 0 src/*.ts', "--shards '0' is invalid", 'svc split --help'],
  [
    '--shards 2 --as-of 2026-10-01T12:00 src/*.ts',
    "--as-of '2026-10-01T12:00' is not a date",
    'write --as-of 2026-10-01T',
  ],
  [
    '--shards 2 --as-of 2026-02-31 src/*.ts',
    "--as-of '2026-02-31' is not a date",
    'write --as-of 2026-10-01T',
  ],
  ['--shards 2 --as-of 2h src/*.ts', "--as-of '2h' is not a date", 'write --as-of 2026-10-01T'],
  ['--shards 2 src/*.ts -- node', 'a command needs --index', 'add --index'],
  [
    '--shards 2 --as-of 2099-01-01 src/*.ts',
    '2099-01-01T00:00:00.000Z (--as-of) is in the future',
    'correct the clock',
  ],
])('refuses svc split %s in two lines', async (words, problem, remedy) => {
  const { status, stdout, stderr } = await svc(words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`svc: ${problem}`);
  expect(stderr).toContain(`\ntry: ${remedy}`);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
});

it('needs a commit or --as-of', async () => {
  const directory = await emptyFolder();
  await writeFile(join(directory, 'a.test.ts'), '');
  expect((await svc('--shards 2 a.test.ts', { directory })).stderr).toBe(
    'svc: no git commit here, whose time decides which durations count\n' +
      'try: add --as-of with the same time in all jobs, or --even in all jobs\n',
  );
});
