import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { type RunSettings, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { casesFor } from '@svc/reporter-core/test/projects/versions.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  MAJORS,
  makeProject,
  LATER_REPORTER,
  LATER_REPORTER_FILES,
} from './fixture-project.ts';
import { LONG_PROJECT, onceWaiting } from './long-project.ts';

// Each test starts Jest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];

// Older majors run the first case.
const ENDS = (['SIGTERM', 'SIGINT'] as const).flatMap((signal) =>
  ['-w=2', '-i'].map((mode) => ({ signal, mode })),
);

describe('a run', () => {
  it.each(casesFor(MAJORS, ENDS))(
    'is kept by Jest %s on a signal, which takes its course, %o',
    async (major, { signal, mode }) => {
      await using sink = await startSink();
      using project = makeProject(major, LONG_PROJECT);
      const ended = (): RunSettings['onOutput'] => onceWaiting((_, kill) => kill(signal));
      const args = [mode, '--no-cache'];
      const bare = await bareEnding(`${signal}-${major}${mode}`, async () =>
        endingOf(
          await project.run({
            args: [...args, '--config', 'without.config.js'],
            onOutput: ended(),
          }),
        ),
      );
      const run = await runWith(project, sink.url, { args, onOutput: ended() });
      expect(endingOf(run)).toEqual(bare);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
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
});

describe.each(FULL_MAJORS)('Jest %s', (major) => {
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

  it('reports a killed worker, and the tests that it ran', async () => {
    await using sink = await startSink();
    using project = makeProject(major, {
      ...LATER_REPORTER_FILES,
      'jest.config.js': config([...REPORTERS, LATER_REPORTER]),
      'a.test.js': `const { existsSync } = require('fs');
test('one', () => {});
test('kills its worker', async () => {
  while (!existsSync('kills its worker.seen')) await new Promise((resolve) => setTimeout(resolve, 10));
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

  it('reports an error that ended the whole run', async () => {
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
      ...LATER_REPORTER_FILES,
      'jest.config.js': config([...REPORTERS, LATER_REPORTER]),
      'a.test.js': `test('one', () => {});`,
    });
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url };
    const args = ['--watchAll'];
    const silent = await project.run({ args, env, onOutput: endOnceDone() });
    expect(svcLines(silent)).toEqual([]);
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

/** Watch mode runs until it is stopped. */
function endOnceDone(): RunSettings['onOutput'] {
  return oncePrinted(['seen: the end'], (_, kill) => kill('SIGTERM'));
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
