import { execFileSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, FULL_MAJORS, makeProject } from './projects/fixture-project.ts';
import { send, trivial } from './projects/sent-run.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/vitest-reporter'];

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it('leaves out tests that a name filter excluded, and marks the execution as partial', async () => {
    const { body } = await send(major, {
      args: ['-t', 'cart adds|cart > adds|skipped'],
      files: {
        'a.test.js': `import { describe, test } from 'vitest';
describe('cart', () => { test('adds', () => {}); test('removes', () => {}); });
test.skip('skipped on purpose', () => {});
`,
      },
    });
    expect(statuses(body)).toEqual(['cart › adds: passed', 'skipped on purpose: skipped']);
    expect(body.execution).toMatchObject({ status: 'passed', partial: ['filter'] });
  });

  it('calls a run of some files partial', async () => {
    const files = { 'a.test.js': trivial('one'), 'b.test.js': trivial('two') };
    const { body } = await send(major, { args: ['b.test'], files });
    expect(statuses(body)).toEqual(['two: passed']);
    expect(body.execution.partial).toEqual(['filter']);
  });

  it('marks tests that bail cut off as interrupted', async () => {
    const { body } = await send(major, {
      args: ['--bail=1'],
      files: {
        'a.test.js': `import { test } from 'vitest';
test('passes', () => {});
test('fails', async () => { await new Promise((resolve) => setTimeout(resolve, 50)); throw new Error('no'); });
test('slow', async () => { await new Promise((resolve) => setTimeout(resolve, 500)); });
test('never starts', () => {});
`,
      },
    });
    expect(statuses(body)).toEqual([
      'passes: passed',
      'fails: failed',
      expect.stringMatching(/^slow: /),
      'never starts: interrupted (The run was stopped after a failure (bail))',
    ]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
  });

  it('reports a run without tests in one line, and sends nothing', async () => {
    await using sink = await startSink();
    using project = makeProject(major, { 'vitest.config.js': config(REPORTERS) });
    const run = await runWith(project, sink.url, { args: ['--passWithNoTests'] });
    expect(run.exitCode).toBe(0);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: nothing sent: saw no test in this run\./),
    ]);
    expect(sink.uploads).toEqual([]);
  });

  it('names Vitest projects as variants', async () => {
    const projects = [{ test: { name: 'node' } }, { test: { name: 'edge' } }];
    const { body } = await send(major, {
      files: {
        'vitest.config.js': config(REPORTERS, { projects }),
        'a.test.js': trivial('one'),
      },
    });
    expect(body.results.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
    expect(body.files?.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
  });

  it('sends the shard of svc split, whose file names are no filter', async () => {
    const files = { 'a.test.js': trivial('one'), 'b.test.js': trivial('two') };
    const ci = { CI: 'true', GITLAB_CI: 'true', CI_PIPELINE_ID: '4711', SVC_SHARD: '2/3' };
    const sentShard = async (args: string[]) => {
      const { body } = await send(major, { args, files, env: ci });
      const { shard, partial } = body.execution;
      return { shard, partial, results: body.results.length };
    };
    const shard = { index: 2, total: 3 };
    expect(await sentShard(['b.test.js'])).toEqual({ shard, results: 1 });
    expect(await sentShard(['b.test.js', '-t', 'two'])).toMatchObject({ partial: ['filter'] });
    expect(await sentShard(['b.test.js', '--shard=1/1'])).toMatchObject({
      shard: { index: 1, total: 1 },
      partial: ['filter'],
    });
  });

  it('sends the shard where the CI run gives all shards one key', async () => {
    const files = { 'a.test.js': trivial('one'), 'b.test.js': trivial('two') };
    const ci = { CI: 'true', GITLAB_CI: 'true', CI_PIPELINE_ID: '4711' };
    const args = ['--shard=2/2'];
    const [inCi, local] = [
      await send(major, { args, files, env: ci }),
      await send(major, { args, files }),
    ];
    expect(inCi.body.execution).toMatchObject({
      key: 'gitlab:4711:1:vitest',
      shard: { index: 2, total: 2 },
    });
    expect(inCi.body.results).toHaveLength(1);
    expect(local.body.execution.shard).toBeUndefined();
    expect(local.body.execution.partial).toEqual(['filter']);
  });

  it('reports a run that ended before its first test', async () => {
    const { run, body } = await send(major, {
      files: {
        'vitest.config.js': config(REPORTERS, {
          globalSetup: './setup.js',
        }),
        'setup.js': `export default () => { throw new Error('no database'); };`,
        'a.test.js': trivial('one'),
      },
    });
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringMatching(/^No test ran, though 1 test file was found: /) }],
    });
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: sent 0 tests, 1 error outside of test files, to /),
    ]);
  });

  it('sends paths relative to the repository, and secrets nowhere', async () => {
    const secret = 'hunter2-Hunter2';
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { run, body } = await send(major, {
      env: { DB_PASSWORD: secret, GIT_CONFIG_GLOBAL: '/dev/null' },
      prepare: (folder) => {
        commitAll(folder, `feat: add ${token}`);
        const url = `https://ada:${token}@github.com/example/shop.git`;
        execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', url]);
      },
      args: ['--root', 'web'],
      files: {
        'web/vitest.config.js': config(REPORTERS),
        'web/src/a.test.js': `import { test } from 'vitest';
test('logs in with ${secret}', () => {
  console.log('key ${API_KEY}');
  console.error('Authorization: Bearer ${token}');
  throw new Error('refused ${token} of https://ada:${secret}@db.test/');
});
`,
      },
    });
    const text = JSON.stringify(body);
    for (const plain of [secret, token, API_KEY]) {
      expect(text).not.toContain(plain);
      expect(svcLines(run).join()).not.toContain(plain);
    }
    expect(body.results[0]).toMatchObject({
      titlePath: ['logs in with [redacted DB_PASSWORD]'],
      file: 'web/src/a.test.js',
      attempts: [
        {
          errors: [{ message: expect.stringContaining('[redacted GitHub token]') }],
          stdout: 'key [redacted SVC_API_KEY]\n',
        },
      ],
    });
    expect(body.execution).toMatchObject({
      project: 'shop',
      git: {
        branch: 'main',
        author: 'Ada',
        message: 'feat: add [redacted GitHub token]',
        repository: 'https://github.com/example/shop',
        dirty: false,
      },
    });
  });
});
