import { cpSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { joinServer, type SharedServer } from '@svc/server/test/server.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright several times, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const FAILS = `console.log('no tea'); throw new Error('sold out');`;

const FILES = {
  'playwright.config.js': config({
    reporter: [['line'], ['blob'], ['@svc/playwright-reporter']],
    projects: [
      { name: 'setup', testMatch: 'setup.spec.js' },
      { name: 'shop', testIgnore: 'setup.spec.js', dependencies: ['setup'] },
    ],
  }),
  'setup.spec.js': spec({ 'fills the shelves': '' }),
  'a.spec.js': spec({ adds: '', removes: FAILS }),
  'b.spec.js': spec({ pays: '', 'is skipped': `test.skip(true, 'no till');` }),
};

let server: SharedServer;
beforeEach(async () => {
  server = await joinServer();
});

describe.each(FULL_VERSIONS)('shards of Playwright %s', (version) => {
  it('may be files that svc split named, which are no filter', async () => {
    using project = makeProject(version, FILES);
    await using sink = await startSink();
    const env = { SVC_SHARD: '2/3', SVC_EXECUTION_KEY: 'the run' };
    // Without options of ours, Playwright's own are not taken for misspelt ones.
    const args = ['test', '--reporter', '@svc/playwright-reporter', 'b.spec.js'];
    const run = await runWith(project, sink.url, { args, env });
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results to /)]);
    const execution = sink.uploads.at(-1)?.body.execution;
    expect(execution).toMatchObject({ shard: { index: 2, total: 3 } });
    expect(execution?.partial).toBeUndefined();
  });

  it('and the report merged from them make one execution with each result once', async () => {
    await using sink = await startSink();
    using project = makeProject(version, { ...FILES, 'merge.config.js': mergeConfig(sink.url) });
    const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_EXECUTION_KEY: 'the run' };
    for (const shard of [1, 2]) {
      const run = await project.run({ args: ['test', `--shard=${shard}/2`], env });
      expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results /)]);
      cpSync(`${project.folder}/blob-report`, `${project.folder}/blobs`, { recursive: true });
    }
    const sharded = await readOnlyExecution(server);
    expect(sharded).toMatchObject({
      status: 'failed',
      shards: { expected: 2, received: 2, carried: 0 },
    });

    const args = ['merge-reports', '--config', 'merge.config.js', 'blobs'];
    // The job that merges may have the variable of a whole workflow.
    const merged = await project.run({ args, env: { ...env, SVC_SHARD: '1/2' } });
    expect(svcLines(merged)).toEqual([
      expect.stringMatching(/^svc: sent 6 results \(1 failed\), 0 accepted, 6 already there, to /),
      'svc: Unknown option projet. Did you mean project?',
      expect.stringMatching(/^svc: sent 6 results \(1 failed\) to /),
    ]);
    const { results, files, totals, status } = await readOnlyExecution(server);
    expect({ results, files, totals, status }).toEqual({
      results: sharded.results,
      files: sharded.files,
      totals: sharded.totals,
      status: 'failed',
    });

    const alone = sink.uploads[0]?.body;
    expect(alone?.execution).toMatchObject({ key: 'the run', merged: true, status: 'failed' });
    expect(alone?.execution.shard).toBeUndefined();
    expect(alone && statuses(alone).sort()).toEqual([
      'adds: passed',
      'fills the shelves: passed',
      'fills the shelves: passed',
      'is skipped: skipped',
      'pays: passed',
      'removes: failed',
    ]);
    const failed = alone?.results.find(({ status: ended }) => ended === 'failed');
    expect(failed?.attempts?.[0]).toMatchObject({
      errors: [{ message: 'Error: sold out', location: { file: 'a.spec.js', line: 3 } }],
      stdout: 'no tea\n',
    });
  });
});

/** A configuration with two reporters. The second one sends to another server. */
function mergeConfig(url: string): string {
  const second = ['@svc/playwright-reporter', { projet: 'x', url }];
  return config({ reporter: [['line'], ['@svc/playwright-reporter'], second] });
}
