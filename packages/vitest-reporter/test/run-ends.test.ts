import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup, oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { type RunSettings, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  makeProject,
} from './projects/fixture-project.ts';
import { KILLED_FILES, longFiles } from './projects/long-project.ts';
import { trivial } from './projects/trivial.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const WITHOUT = ['--config', 'without.config.js'];
const POOLS = EVERY_VERSION_RUNS_ALL ? (['forks', 'threads'] as const) : (['forks'] as const);
const SIGNALS = EVERY_VERSION_RUNS_ALL ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const);

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it.skipIf(process.platform === 'win32').each(POOLS)(
    'ends after Ctrl-C twice with %s as without the reporter, and saves the run',
    async (pool) => {
      using project = makeProject(major, longFiles(pool));
      const bare = await bareEnding(`ctrl-c-${major}-${pool}`, async () =>
        endingOf(await project.run({ args: WITHOUT, onOutput: ctrlCTwice() })),
      );
      await using sink = await startSink();
      const run = await runWith(project, sink.url, { onOutput: ctrlCTwice() });
      expect(endingOf(run)).toEqual(bare);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
      ]);
      expect(sink.uploads).toEqual([]);
      await expectInterrupted(project);
    },
  );

  it.each(SIGNALS)('is kept on %s, which takes its course', async (signal) => {
    const onceWaiting = (): RunSettings['onOutput'] =>
      oncePrinted(['seen: ends early ended', 'waiting now'], (_, kill) => kill(signal));
    using project = makeProject(major, longFiles('forks'));
    const bare = await bareEnding(`${signal}-${major}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting() })),
    );
    await using sink = await startSink();
    const run = await runWith(project, sink.url, { onOutput: onceWaiting() });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
    ]);
    expect(sink.uploads).toEqual([]);
    await expectInterrupted(project);
  });

  it('sends or saves a run whose worker was killed', async () => {
    await using sink = await startSink();
    using project = makeProject(major, KILLED_FILES);
    const run = await runWith(project, sink.url);
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

  // One run with two reporters. Only the second one is enabled in watch mode.
  it('sends nothing of runs in watch mode unless it is asked to', async () => {
    await using unasked = await startSink();
    await using asked = await startSink();
    using project = makeProject(major, {
      'vitest.config.js': config([
        'default',
        ['@svc/vitest-reporter', { url: unasked.url }],
        ['@svc/vitest-reporter', { url: asked.url, enabled: 'watch' }],
      ]),
      'a.test.js': trivial('one'),
    });
    const run = await project.run({
      args: ['--watch'],
      env: { SVC_API_KEY: API_KEY },
      onOutput: endOnceDone(),
    });
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 1 result to/)]);
    expect(unasked.uploads).toEqual([]);
    expect(asked.uploads).toHaveLength(1);
  });
});

/** Checks the only saved run of a project with these files. */
async function expectInterrupted({ spoolFolder }: FixtureProject): Promise<void> {
  const [name = '', ...more] = readdirSync(spoolFolder);
  expect(more).toEqual([]);
  const kept = await readSpoolFile(join(spoolFolder, name));
  expect(kept?.body.execution.status).toBe('interrupted');
  expect(kept && statuses(kept.body)).toEqual([
    'ends early: passed',
    'is slow: interrupted (The process was ended)',
    'comes later: interrupted (The process was ended)',
  ]);
}

/** Sends a second Ctrl-C, like an impatient user. Vitest usually needs only one. */
function ctrlCTwice(): RunSettings['onOutput'] {
  return oncePrinted(['seen: ends early ended', 'waiting now, group', ';'], (output) => {
    interruptGroup(output);
    setTimeout(() => interruptGroup(output), 300);
  });
}

/** Watch mode runs until it is stopped. Vitest prints these words after its reporters have finished. */
function endOnceDone(): RunSettings['onOutput'] {
  return oncePrinted(['Waiting for file changes'], (_, kill) => kill('SIGTERM'));
}
