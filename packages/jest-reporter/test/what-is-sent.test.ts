import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { commitAll } from '@svc/reporter-core/test/projects/git.ts';
import { sendRun, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY } from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, esmConfig, FULL_MAJORS, type Major, makeProject } from './fixture-project.ts';
import { type Ended, runEach, type Scenario } from './many-runs.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];

const TWO = { 'a.test.js': trivial('one'), 'b.test.js': trivial('two') };
const ONE_FAILS = {
  'a.test.js': `test('one', () => { expect(process.env.FIXTURE_PASSES).toBe('1'); });`,
  'b.test.js': trivial('two'),
};
const BAIL = {
  'a.test.js': `test('a', async () => { await new Promise((r) => setTimeout(r, 1000)); throw new Error('no'); });`,
  'b.test.js': `test('c', () => new Promise((r) => setTimeout(r, 15000)), 30000);`,
  'sequencer.js': `const path = require.resolve('@jest/test-sequencer', { paths: [require('fs').realpathSync(require.resolve('jest'))] });
module.exports = class extends require(path).default {
  sort(tests) { return tests.sort((a, b) => (a.path < b.path ? -1 : 1)); }
};`,
  'jest.config.js': config(REPORTERS, { testSequencer: './sequencer.js' }),
};
const GITLAB = { CI: 'true', GITLAB_CI: 'true', CI_PIPELINE_ID: '4711' };
const SPLIT = { ...GITLAB, SVC_SHARD: '2/3' };
const SECRET = 'hunter2-Hunter2';

const SCENARIOS = {
  'name-filter': {
    args: ['-t', 'CART adds|skipped'],
    files: {
      'a.test.js': `describe('cart', () => { test('adds', () => {}); test('removes', () => {}); });
test.skip('skipped on purpose', () => {});
`,
      'b.test.js': trivial('of another file'),
    },
  },
  'some-files': { files: TWO, args: ['b.test'] },
  changed: {
    files: ONE_FAILS,
    args: ['--onlyChanged'],
    prepare: (folder) => {
      commitAll(folder);
      writeFileSync(join(folder, 'b.test.js'), trivial('two, changed'));
    },
  },
  related: { files: ONE_FAILS, args: ['--findRelatedTests', 'a.test.js'] },
  whole: { files: ONE_FAILS },
  'failed-before': { after: 'whole', args: ['--onlyFailures'] },
  'no-tests': { args: ['--passWithNoTests'] },
  'some-projects': {
    args: ['--selectProjects', 'edge'],
    files: {
      'jest.config.js': config(REPORTERS, {
        projects: [{ displayName: 'node' }, { displayName: { name: 'edge', color: 'blue' } }],
      }),
      'a.test.js': trivial('one'),
    },
  },
  split: { files: TWO, args: ['b.test.js'], env: SPLIT },
  'split-and-filtered': { after: 'split', args: ['b.test.js', '-t', 'two'], env: SPLIT },
  'split-of-a-shard': { after: 'split', args: ['b.test.js', '--shard=1/1'], env: SPLIT },
  'shard-in-ci': { files: TWO, args: ['--shard=2/2'], env: GITLAB },
  'shard-elsewhere': { after: 'shard-in-ci', args: ['--shard=2/2'] },
  'es-module': {
    args: ['--config', 'jest.config.mjs'],
    files: {
      'jest.config.mjs': esmConfig([
        'default',
        [
          '@svc/jest-reporter',
          { name: 'unit', tags: ['nightly'], environment: { browser: 'none' } },
        ],
      ]),
      'a.test.js': trivial('one'),
    },
  },
  secrets: {
    env: { DB_PASSWORD: SECRET, GIT_CONFIG_GLOBAL: '/dev/null' },
    prepare: commitAll,
    args: ['--rootDir', 'web'],
    files: {
      'web/jest.config.js': config(REPORTERS),
      // For a single file, Jest 29 prints the console itself and does not report it.
      'web/src/b.test.js': trivial('one'),
      'web/src/a.test.js': `test('logs in with ${SECRET}', () => {
  console.log('key ${API_KEY}');
  expect('${SECRET}').toBe('');
});
`,
    },
  },
  'obsolete-snapshots': {
    files: {
      'a.test.js': trivial('one'),
      '__snapshots__/a.test.js.snap':
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `3`;\n',
    },
  },
  // Jest exits the process.
  'clumsy-reporter': {
    files: {
      'jest.config.js': config(['default', '<rootDir>/clumsy.js', '@svc/jest-reporter']),
      'clumsy.js': `module.exports = class { onTestFileResult() { throw new Error('clumsy'); } };`,
      'a.test.js': trivial('one'),
    },
  },
} satisfies Record<string, Scenario>;

describe.each(FULL_MAJORS)('Jest %s', (major) => {
  let runs: Map<string, Ended>;
  beforeAll(async () => {
    runs = await runEach(major, scenariosOf(major));
  });

  const runOf = (name: keyof typeof SCENARIOS): Ended & { body: IngestBody } => {
    const run = runs.get(name);
    const body = run?.bodies[0];
    if (run === undefined || body === undefined) throw new Error(`nothing arrived from ${name}`);
    expect(run.bodies).toHaveLength(1);
    return { ...run, body };
  };
  const partialOf = (name: keyof typeof SCENARIOS) => {
    const { body } = runOf(name);
    return [statuses(body), body.execution.partial];
  };

  it('leaves out tests that a name filter excluded, and marks the execution as partial', () => {
    const { body } = runOf('name-filter');
    expect(statuses(body)).toEqual(['cart › adds: passed', 'skipped on purpose: skipped']);
    expect(body.execution).toMatchObject({ status: 'passed', partial: ['filter'] });
  });

  it('calls a run of some files partial', () => {
    expect(partialOf('some-files')).toEqual([['two: passed'], ['filter']]);
  });

  it('marks a run of changed or previously failed tests as partial', () => {
    expect(partialOf('changed')).toEqual([['two, changed: passed'], ['changed']]);
    expect(partialOf('related')).toEqual([['one: failed'], ['changed']]);
    expect(runOf('whole').body.execution.partial).toBeUndefined();
    expect(partialOf('failed-before')).toEqual([['one: failed'], ['last-failed']]);
  });

  it.each([
    ['-i', []],
    ['-w=2', ['c: interrupted']],
  ])('marks what bail cut off, %s', async (mode, alsoSeen) => {
    using project = makeProject(major, BAIL);
    const { run, body } = await sendRun(project, { args: ['--bail', mode] });
    expect(run.exitCode).toBe(1);
    expect(statuses(body).sort()).toEqual(['a: failed', ...alsoSeen]);
    expect(body.execution).toMatchObject({ status: 'failed', partial: ['bail'] });
  });

  it('fails for obsolete snapshots alone, as Jest does', () => {
    const { exitCode, body } = runOf('obsolete-snapshots');
    expect(exitCode).toBe(1);
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

  it('reports an error that ended the whole run', () => {
    const { exitCode, body } = runOf('clumsy-reporter');
    expect(exitCode).toBe(1);
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [{ message: 'Error: clumsy', location: { file: 'clumsy.js', line: 1 } }],
    });
  });

  it('reports a run without tests in one line, and sends nothing', () => {
    expect(runs.get('no-tests')).toEqual({
      exitCode: 0,
      lines: [expect.stringMatching(/^svc: nothing sent: saw no test in this run\./)],
      bodies: [],
    });
  });

  it('marks a run of some Jest projects as partial', () => {
    const { body } = runOf('some-projects');
    expect(body.results.map(({ variant }) => variant)).toEqual(['edge']);
    expect(body.execution.partial).toEqual(['filter']);
  });

  it('sends the shard of svc split, whose file names are no filter', () => {
    const split = runOf('split').body;
    expect(split.execution.shard).toEqual({ index: 2, total: 3 });
    expect(split.execution.partial).toBeUndefined();
    expect(split.results).toHaveLength(1);
    expect(runOf('split-and-filtered').body.execution.partial).toEqual(['filter']);
    expect(runOf('split-of-a-shard').body.execution).toMatchObject({
      shard: { index: 1, total: 1 },
      partial: ['filter'],
    });
  });

  it('sends the shard where the CI run gives all shards one key', () => {
    const inCi = runOf('shard-in-ci').body;
    expect(inCi.execution).toMatchObject({
      key: 'gitlab:4711:1:jest',
      shard: { index: 2, total: 2 },
    });
    expect(inCi.results).toHaveLength(1);
    const { shard, partial } = runOf('shard-elsewhere').body.execution;
    expect(shard).toBeUndefined();
    expect(partial).toEqual(['filter']);
  });

  it('takes options, and loads from a configuration that is an ES module', () => {
    expect(runOf('es-module').body.execution).toMatchObject({
      name: 'unit',
      tags: ['nightly'],
      environment: { browser: 'none' },
      frameworkVersion: expect.stringMatching(new RegExp(`^${major}\\.`)),
    });
  });

  it('sends paths relative to the repository, and secrets nowhere', () => {
    const { exitCode, body } = runOf('secrets');
    for (const plain of [SECRET, API_KEY]) expect(JSON.stringify(body)).not.toContain(plain);
    expect(exitCode).toBe(1);
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

function scenariosOf(major: Major): Record<string, Scenario> {
  if (major === '30') return SCENARIOS;
  const { files } = SCENARIOS['obsolete-snapshots'];
  const name = '__snapshots__/a.test.js.snap';
  const snapshots = files[name].replace('https://jestjs.io/docs/snapshot-testing', GUIDE_29);
  const ofMajor = { files: { ...files, [name]: snapshots } };
  return { ...SCENARIOS, 'obsolete-snapshots': ofMajor };
}

/** The address in the header of Jest 29's snapshot files. */
const GUIDE_29 = 'https://goo.gl/fbAQLP';

function trivial(title: string): string {
  return `test('${title}', () => {});\n`;
}
