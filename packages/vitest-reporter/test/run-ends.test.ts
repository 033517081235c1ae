import { describe, expect, it, vi } from 'vitest';
import { oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import type { RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import {
  config,
  FULL_MAJORS,
  makeProject,
  LATER_REPORTER,
  LATER_REPORTER_FILES,
} from './projects/fixture-project.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/vitest-reporter'];

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it('sends a report merged from shards under the key that the shards have', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'vitest.config.js': config(REPORTERS),
      'a.test.js': `import { test } from 'vitest'; test('one', () => {});`,
      'b.test.js': `import { test } from 'vitest'; test('two', () => { throw new Error('no'); });`,
    });
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url, SVC_EXECUTION_KEY: 'the run' };
    for (const shard of [1, 2]) {
      await project.run({
        args: ['--reporter=blob', `--outputFile=blobs/${shard}.json`, `--shard=${shard}/2`],
      });
    }
    expect(sink.uploads).toEqual([]);
    await project.run({ args: ['--mergeReports=blobs'], env });
    const [upload, ...more] = sink.uploads;
    expect(more).toEqual([]);
    expect(upload?.body.execution).toMatchObject({
      key: 'the run',
      merged: true,
      status: 'failed',
    });
    expect(upload?.body.execution.durationMs).toBeLessThan(60_000);
    expect(
      upload?.body.results.map(({ titlePath, status }) => `${titlePath.join()} ${status}`).sort(),
    ).toEqual(['one passed', 'two failed']);
  });

  it('leaves out errors that the configuration of Vitest ignores', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'vitest.config.js': config(REPORTERS, { dangerouslyIgnoreUnhandledErrors: true }),
      'a.test.js': `import { test } from 'vitest';
test('one', async () => {
  void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});`,
    });
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expect(run.exitCode).toBe(0);
    expect(sink.uploads[0]?.body.execution).toMatchObject({ status: 'passed' });
    expect(sink.uploads[0]?.body.execution.errors).toBeUndefined();
  });

  it('sends or saves a run whose worker was killed', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      ...LATER_REPORTER_FILES,
      'vitest.config.js': config([...REPORTERS, LATER_REPORTER], { pool: 'forks' }),
      'a.test.js': `import { existsSync } from 'node:fs';
import { test } from 'vitest';
test('kills its worker', async () => {
  // Vitest 3 and 4 may not report the start of this test before something else happens.
  for (let wait = 0; wait < 200 && !existsSync('kills its worker.seen'); wait++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
});
test('comes later', () => {});`,
    });
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expect(run.exitCode).toBe(1);
    // Vitest 3 calls no further hook. The reporter saves the run when the process exits.
    if (major === '3')
      return expect(run.stderr).toContain('svc: this run was interrupted. 2 results saved to');
    const [upload] = sink.uploads;
    expect(upload?.body.execution).toMatchObject({ status: 'failed' });
    expect(upload?.body.execution.errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/worker/i) }),
    ]);
    expect(upload?.body.results.map(({ status }) => status)).toEqual([
      'interrupted',
      'interrupted',
    ]);
  });

  it('sends nothing of runs in watch mode unless it is asked to', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'vitest.config.js': config(REPORTERS),
      'a.test.js': `import { test } from 'vitest'; test('one', () => {});`,
    });
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url };
    const args = ['--watch'];
    const silent = await project.run({ args, env, onOutput: endOnceDone() });
    expect(silent.stderr).not.toContain('svc:');
    expect(sink.uploads).toEqual([]);
    const asked = await project.run({
      args,
      env: { ...env, SVC_ENABLED: 'watch' },
      onOutput: endOnceDone(),
    });
    expect(asked.stderr).toContain('svc: sent 1 result to');
    expect(sink.uploads).toHaveLength(1);
  });
});

/** Watch mode runs until it is stopped. Vitest prints these words after its reporters have finished. */
function endOnceDone(): RunSettings['onOutput'] {
  return oncePrinted(['Waiting for file changes'], (_, kill) => kill('SIGTERM'));
}
