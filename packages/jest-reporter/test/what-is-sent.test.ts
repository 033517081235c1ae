import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { type RunSettings, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import {
  runWith,
  sendRun,
  type SentRun,
  statuses,
} from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, esmConfig, type Major, FULL_MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];

describe.each(FULL_MAJORS)('Jest %s', (major) => {
  it('leaves out tests that a name filter excluded, and marks the execution as partial', async () => {
    const { body } = await send(major, {
      args: ['-t', 'CART adds|skipped'],
      files: {
        'a.test.js': `describe('cart', () => { test('adds', () => {}); test('removes', () => {}); });
test.skip('skipped on purpose', () => {});
`,
        'b.test.js': trivial('of another file'),
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

  it('marks a run of changed or previously failed tests as partial', async () => {
    const files = {
      'a.test.js': `test('one', () => { expect(process.env.FIXTURE_PASSES).toBe('1'); });`,
      'b.test.js': trivial('two'),
    };
    const prepare = (folder: string): void => {
      commitAll(folder);
      writeFileSync(join(folder, 'b.test.js'), trivial('two, changed'));
    };
    const changed = await send(major, { args: ['--onlyChanged'], files, prepare });
    expect(statuses(changed.body)).toEqual(['two, changed: passed']);
    expect(changed.body.execution.partial).toEqual(['changed']);
    const related = await send(major, { args: ['--findRelatedTests', 'a.test.js'], files });
    expect(statuses(related.body)).toEqual(['one: failed']);
    expect(related.body.execution.partial).toEqual(['changed']);
    using project = makeProject(major, { 'jest.config.js': config(REPORTERS), ...files });
    await project.run();
    const failures = await sendRun(project, { args: ['--onlyFailures'] });
    expect(statuses(failures.body)).toEqual(['one: failed']);
    expect(failures.body.execution.partial).toEqual(['last-failed']);
  });

  it.each([
    ['-i', []],
    ['-w=2', ['c: interrupted']],
  ])('marks what bail cut off, %s', async (mode, alsoSeen) => {
    const { run, body } = await send(major, {
      args: ['--bail', mode],
      files: {
        'a.test.js': `test('a', async () => { await new Promise((r) => setTimeout(r, 1000)); throw new Error('no'); });`,
        'b.test.js': `test('c', () => new Promise((r) => setTimeout(r, 15000)), 30000);`,
        'sequencer.js': `const path = require.resolve('@jest/test-sequencer', { paths: [require('fs').realpathSync(require.resolve('jest'))] });
module.exports = class extends require(path).default {
  sort(tests) { return tests.sort((a, b) => (a.path < b.path ? -1 : 1)); }
};`,
        'jest.config.js': config(REPORTERS, { testSequencer: './sequencer.js' }),
      },
    });
    expect(run.exitCode).toBe(1);
    expect(statuses(body).sort()).toEqual(['a: failed', ...alsoSeen]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
  });

  it('fails for obsolete snapshots alone, as Jest does', async () => {
    const { run, body } = await send(major, {
      files: {
        'a.test.js': trivial('one'),
        '__snapshots__/a.test.js.snap':
          '// Jest Snapshot v1, https://goo.gl/fbAQLP\n\nexports[`gone 1`] = `3`;\n'.replace(
            'https://goo.gl/fbAQLP',
            major === '29' ? 'https://goo.gl/fbAQLP' : 'https://jestjs.io/docs/snapshot-testing',
          ),
      },
    });
    expect(run.exitCode).toBe(1);
    expect(statuses(body)).toEqual(['one: passed']);
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [
        {
          message:
            "Obsolete snapshots fail this run; 'jest --updateSnapshot' removes them: a.test.js",
        },
      ],
    });
  });

  it('reports a run without tests in one line, and sends nothing', async () => {
    await using sink = await startSink();
    using project = makeProject(major, { 'jest.config.js': config(REPORTERS) });
    const run = await runWith(project, sink.url, { args: ['--passWithNoTests'] });
    expect(run.exitCode).toBe(0);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: nothing sent: saw no test in this run\./),
    ]);
    expect(sink.uploads).toEqual([]);
  });

  it('names Jest projects as variants, also where they share files', async () => {
    const files = {
      'jest.config.js': config(REPORTERS, {
        projects: [{ displayName: 'node' }, { displayName: { name: 'edge', color: 'blue' } }],
      }),
      'a.test.js': `jest.retryTimes(1);
let tries = 0;
test('one', () => { tries++; if (tries === 1) throw new Error('not yet'); });`,
    };
    for (const mode of ['-i', '-w=2']) {
      const { body } = await send(major, { args: [mode], files });
      expect(body.files?.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
      expect(body.results.map(({ variant = '' }) => variant).sort()).toEqual(['edge', 'node']);
      for (const { status, attempts = [] } of body.results) {
        expect([status, attempts.map((attempt) => attempt.status)]).toEqual([
          'passed',
          ['failed', 'passed'],
        ]);
      }
    }
    const some = await send(major, { args: ['--selectProjects', 'edge'], files });
    expect(some.body.results.map(({ variant }) => variant)).toEqual(['edge']);
    expect(some.body.execution.partial).toEqual(['filter']);
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
    const inCi = await send(major, { args, files, env: ci });
    expect(inCi.body.execution).toMatchObject({
      key: 'gitlab:4711:1:jest',
      shard: { index: 2, total: 2 },
    });
    expect(inCi.body.results).toHaveLength(1);
    const local = await send(major, { args, files });
    expect(local.body.execution.shard).toBeUndefined();
    expect(local.body.execution.partial).toEqual(['filter']);
  });

  it('takes options, and loads from a configuration that is an ES module', async () => {
    const options = { name: 'unit', tags: ['nightly'], environment: { browser: 'none' } };
    const { body } = await send(major, {
      files: {
        'jest.config.mjs': esmConfig(['default', ['@svc/jest-reporter', options]]),
        'a.test.js': trivial('one'),
      },
      args: ['--config', 'jest.config.mjs'],
    });
    expect(body.execution).toMatchObject({
      name: 'unit',
      tags: ['nightly'],
      environment: { browser: 'none' },
      frameworkVersion: expect.stringMatching(new RegExp(`^${major}\\.`)),
    });
  });

  it('sends paths relative to the repository, and secrets nowhere', async () => {
    const secret = 'hunter2-Hunter2';
    const { run, body } = await send(major, {
      env: { DB_PASSWORD: secret, GIT_CONFIG_GLOBAL: '/dev/null' },
      prepare: commitAll,
      args: ['--rootDir', 'web'],
      files: {
        'web/jest.config.js': config(REPORTERS),
        // For a single file, Jest 29 prints the console itself and does not report it.
        'web/src/b.test.js': trivial('one'),
        'web/src/a.test.js': `test('logs in with ${secret}', () => {
  console.log('key ${API_KEY}');
  expect('${secret}').toBe('');
});
`,
      },
    });
    for (const plain of [secret, API_KEY]) expect(JSON.stringify(body)).not.toContain(plain);
    expect(run.exitCode).toBe(1);
    expect(body.files).toContainEqual(
      expect.objectContaining({
        file: 'web/src/a.test.js',
        stdout: 'key [redacted SVC_API_KEY]\n',
      }),
    );
    expect(body.results.find(({ status }) => status === 'failed')).toMatchObject({
      titlePath: ['logs in with [redacted DB_PASSWORD]'],
      file: 'web/src/a.test.js',
      attempts: [{ errors: [{ actual: '"[redacted DB_PASSWORD]"' }] }],
    });
    expect(body.execution).toMatchObject({ git: { author: 'Ada', branch: 'main' } });
  });
});

describe.each(FULL_MAJORS)('of a run of Jest %s', (major) => {
  let body: IngestBody;
  beforeAll(async () => {
    ({ body } = await send(major, { files: FOR_ONE_RUN }));
  });
  const inFile = (file: string): IngestResult[] =>
    body.results.filter((result) => result.file === file);

  it('sends tests beside a test.only as skipped', () => {
    expect(inFile('only.test.js').map(({ titlePath, status }) => [...titlePath, status])).toEqual([
      ['chosen', 'passed'],
      ['other', 'skipped'],
    ]);
    expect(body.execution.partial).toBeUndefined();
  });

  it('the lines of tests are known without Jest noting them', () => {
    expect(inFile('lines.test.js').map(({ titlePath, line }) => [titlePath.at(-1), line])).toEqual([
      ['adds', 3],
      ['takes 1', 4],
      ['takes 2', 4],
      ['by a helper', undefined],
      ['twice', undefined],
      // If the line is not certain, a failed test has the line of its failure.
      ['twice', 8],
    ]);
  });

  it('each attempt is named once where Jest logs the errors before a retry', () => {
    const [result] = inFile('logs.test.js');
    expect(result?.attempts?.map(({ status, errors }) => [status, errors?.[0]?.message])).toEqual([
      ['failed', 'Error: not yet'],
      ['passed', undefined],
    ]);
  });
});

/** Files whose tests are independent of each other. */
const FOR_ONE_RUN = {
  'only.test.js': `test.only('chosen', () => {}); test('other', () => {});`,
  'lines.test.js': `const titled = (title) => test(title, () => {});
describe('cart', () => {
  test('adds', () => {});
  test.each([1, 2])('takes %i', () => {});
  titled('by a helper');
  test('twice', () => {});
  test('twice', () => {
    throw new Error('here');
  });
});
`,
  'logs.test.js': `jest.retryTimes(1, { logErrorsBeforeRetry: true });
let tries = 0;
test('flaky', () => { tries++; if (tries === 1) throw new Error('not yet'); });`,
};

interface Case extends RunSettings {
  files: Record<string, string>;
  /** Called with the folder before the run. */
  prepare?: (folder: string) => void;
}

async function send(major: Major, { files, prepare, ...settings }: Case): Promise<SentRun> {
  using project = makeProject(major, { 'jest.config.js': config(REPORTERS), ...files });
  prepare?.(project.folder);
  return await sendRun(project, settings);
}

function trivial(title: string): string {
  return `test('${title}', () => {});\n`;
}
