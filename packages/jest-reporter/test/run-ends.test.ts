import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup, oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import {
  type Finished,
  type RunSettings,
  svcLines,
} from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  makeProject,
  LATER_REPORTER,
  LATER_REPORTER_FILES,
} from './fixture-project.ts';
import { LONG_PROJECT, onceWaiting } from './long-project.ts';

// Each test starts Jest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];

const ENDS = (['SIGTERM', 'SIGINT'] as const).flatMap((signal) =>
  ['-i', '-w=2'].map((mode) => ({ signal, mode })),
);

describe.each(FULL_MAJORS)('a run of Jest %s', (major) => {
  // By default one signal without workers, and Ctrl-C with workers.
  it.each(EVERY_VERSION_RUNS_ALL ? ENDS : ENDS.slice(0, 1))(
    'is kept on a signal, which takes its course, %o',
    async ({ signal, mode }) => {
      await using sink = await startSink();
      using project = makeProject(major, LONG_PROJECT);
      const end = (): RunSettings['onOutput'] => onceWaiting((_, kill) => kill(signal));
      const args = [mode, '--no-cache'];
      const bare = await bareEnding(`${signal}-${major}${mode}`, async () =>
        endingOf(await project.run({ args: [...args, ...WITHOUT], onOutput: end() })),
      );
      const run = await runWith(project, sink.url, { args, onOutput: end() });
      expect(endingOf(run)).toEqual(bare);
      await expectKept(run, project);
      expect(sink.uploads).toEqual([]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'with workers that Ctrl-C ends, all of them at once, is kept',
    async () => {
      await using sink = await startSink();
      using project = makeProject(major, LONG_PROJECT);
      const args = ['-w=2', '--no-cache'];
      const bare = await bareEnding(`ctrl-c-${major}`, async () =>
        endingOf(
          await project.run({
            args: [...args, ...WITHOUT],
            onOutput: onceWaiting(interruptGroup),
          }),
        ),
      );
      const run = await runWith(project, sink.url, {
        args,
        onOutput: onceWaiting(interruptGroup),
      });
      expect(endingOf(run)).toEqual(bare);
      await expectKept(run, project);
      expect(sink.uploads).toEqual([]);
    },
  );
});

const WITHOUT = ['--config', 'without.config.js'];

async function expectKept(run: Finished, project: FixtureProject): Promise<void> {
  expect(svcLines(run)).toEqual([
    expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
  ]);
  const kept = await keptBody(project);
  expect(kept.execution.status).toBe('interrupted');
  expect(statuses(kept).sort()).toEqual([
    'ends early: passed',
    'is in a file of its own: passed',
    'is slow: interrupted (The process was ended)',
  ]);
}

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
    expect(statuses(await keptBody(project)).sort()).toEqual([
      'leaves: interrupted (The process was ended)',
      'one: passed',
    ]);
  });

  it('sends nothing of runs in watch mode unless it is asked to', async () => {
    await using sink = await startSink();
    await using watching = await startSink();
    using project = makeProject(major, {
      ...LATER_REPORTER_FILES,
      'jest.config.js': config([
        ...REPORTERS,
        ['@svc/jest-reporter', { enabled: 'watch', url: watching.url }],
        LATER_REPORTER,
      ]),
      'a.test.js': `test('one', () => {});`,
    });
    const run = await runWith(project, sink.url, { args: ['--watchAll'], onOutput: endOnceDone() });
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 1 result to /)]);
    expect(sink.uploads).toEqual([]);
    expect(watching.uploads).toHaveLength(1);
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
