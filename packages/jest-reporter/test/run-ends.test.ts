import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/ingest';
import { readSpoolFile } from '@svc/reporter-core/spool';
import { svcLines } from '@svc/reporter-core/test/run-command.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/sink-server.ts';
import { config, type FixtureProject, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];

const LONG = {
  'jest.config.js': config(REPORTERS),
  'without.config.js': config(['default']),
  // Jest runs larger files first.
  'first.test.js': `// ${'-'.repeat(1_000)}
test('is in a file of its own', () => { require('fs').writeFileSync('first.done', ''); });
`,
  'second.test.js': `const { existsSync } = require('fs');
beforeAll(async () => {
  while (!existsSync('first.done')) await new Promise((resolve) => setTimeout(resolve, 50));
}, 60_000);
test('ends early', () => {});
test('is slow', () => new Promise((resolve) => {
  process.stdout.write('waiting now');
  setTimeout(resolve, 30_000);
}), 60_000);
test('comes later', () => {});
`,
};

describe.each(MAJORS)('Jest %s', (major) => {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  it.each(signals.flatMap((signal) => ['-i', '-w=2'].map((mode) => [signal, mode] as const)))(
    'is kept on %s, which takes its course, %s',
    async (signal, mode) => {
      await using sink = await startSink();
      using project = makeProject(major, LONG);
      const onOutput = (text: string, kill: (signal: NodeJS.Signals) => void): void => {
        // A moment later, so that the worker's news has arrived.
        if (text.includes('waiting now')) setTimeout(() => kill(signal), 1_000);
      };
      const without = await project.run({
        args: [mode, '--config', 'without.config.js', '--no-cache'],
        onOutput,
      });
      rmSync(join(project.folder, 'first.done'));
      const run = await project.run({
        args: [mode, '--no-cache'],
        env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url },
        onOutput,
      });
      expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/^svc: this run was cut off\. 3 results kept in node_modules/),
      ]);
      const kept = await keptBody(project);
      expect(kept.execution.status).toBe('interrupted');
      expect(statuses(kept)).toEqual([
        'ends early: passed',
        'is in a file of its own: passed',
        'is slow: interrupted',
      ]);
      expect(sink.uploads).toEqual([]);
    },
  );

  it('keeps a run that a test ends with process.exit', async () => {
    using project = makeProject(major, {
      'jest.config.js': config(REPORTERS),
      'a.test.js': `test('one', () => {}); test('leaves', () => { process.exit(3); });`,
    });
    const run = await project.run({
      args: ['-i'],
      env: { SVC_API_KEY: API_KEY, SVC_URL: 'http://127.0.0.1:1' },
    });
    expect(run.exitCode).toBe(3);
    expect(svcLines(run)).toHaveLength(1);
    expect(statuses(await keptBody(project))).toEqual(['leaves: interrupted', 'one: passed']);
  });

  it('tells of a worker that was killed, and of the tests that it ran', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'jest.config.js': config(REPORTERS),
      'a.test.js': `test('one', () => {});
test('kills its worker', async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
});
test('comes later', () => {});`,
      'b.test.js': `test('two', () => {});`,
    });
    const run = await project.run({
      args: ['-w=2'],
      env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url },
    });
    expect(run.exitCode).toBe(1);
    const body = sink.uploads[0]?.body;
    expect(body?.execution).toMatchObject({ status: 'failed' });
    expect(body && statuses(body)).toEqual([
      'kills its worker: interrupted',
      'one: passed',
      'two: passed',
    ]);
    expect(body?.files?.find(({ file }) => file === 'a.test.js')?.errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('SIGKILL') }),
    ]);
  });

  it('tells of an error that ended the whole run', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'jest.config.js': config(['default', '<rootDir>/clumsy.js', '@svc/jest-reporter']),
      'clumsy.js': `module.exports = class { onTestFileResult() { throw new Error('clumsy'); } };`,
      'a.test.js': `test('one', () => {});`,
    });
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expect(run.exitCode).toBe(1);
    const execution = sink.uploads[0]?.body.execution;
    expect(execution).toMatchObject({
      status: 'failed',
      errors: [{ message: 'Error: clumsy', location: { file: 'clumsy.js', line: 1 } }],
    });
  });

  it('sends nothing of runs in watch mode unless it is asked to', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      'jest.config.js': config(REPORTERS),
      'a.test.js': `test('one', () => {});`,
    });
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url };
    const args = ['--watchAll'];
    const silent = await project.run({ args, env, onOutput: endOnceDone });
    expect(svcLines(silent)).toEqual([]);
    expect(sink.uploads).toEqual([]);
    const asked = await project.run({
      args,
      env: { ...env, SVC_ENABLED: 'watch' },
      onOutput: endOnceDone,
    });
    expect(asked.stderr).toContain('svc: sent 1 result to');
    expect(sink.uploads).toHaveLength(1);
  });
});

/** Watch mode goes on until somebody ends it. */
function endOnceDone(text: string, kill: (signal: NodeJS.Signals) => void): void {
  if (text.includes('Ran all test suites')) setTimeout(() => kill('SIGTERM'), 1_000);
}

async function keptBody({ spoolFolder }: FixtureProject): Promise<IngestBody> {
  const [name = ''] = readdirSync(spoolFolder);
  const kept = await readSpoolFile(join(spoolFolder, name));
  if (kept === undefined) throw new Error(`${name} cannot be read`);
  return kept.body;
}

function statuses({ results }: IngestBody): string[] {
  return results.map(({ titlePath, status }) => `${titlePath.join(' › ')}: ${status}`).sort();
}
