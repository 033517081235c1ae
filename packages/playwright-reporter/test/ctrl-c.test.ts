import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup, oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { accept, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { config, makeProject, FULL_VERSIONS } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright several times, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

// Playwright treats several signals within a second as one.
const ANOTHER_MS = 1_100;

const WAITS = `await new Promise((resolve) => setTimeout(resolve, 30_000));`;
// The blocked worker does not react to Playwright and delays the end.
const IS_BUSY = `await new Promise((resolve) => setTimeout(resolve, 200));
  const till = Date.now() + 30_000;
  while (Date.now() < till);`;

const CUT_OFF = [
  'ends early: passed',
  'is slow: interrupted',
  'comes later: interrupted (The run was interrupted)',
];

describe.skipIf(process.platform === 'win32').each(FULL_VERSIONS)('Playwright %s', (version) => {
  it('ends on a second Ctrl-C as without the reporter, and its run is sent', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(IS_BUSY));
    const bare = await bareEnding(`ctrl-c-${version}`, async () => {
      const args = ['test', '--config', 'without.config.js'];
      return endingOf(await project.run({ args, onOutput: ctrlC(0, ANOTHER_MS) }));
    });
    const run = await runWith(project, sink.url, { onOutput: ctrlC(0, ANOTHER_MS) });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results /)]);
    const body = sink.uploads[0]?.body;
    expect(body?.execution.status).toBe('interrupted');
    expect(body && statuses(body)).toEqual(CUT_OFF);
  });

  it('is killed by a further Ctrl-C, and the next run sends its results', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(WAITS));
    let again: (() => void) | undefined;
    // The first request gets no answer.
    sink.behave(() => setTimeout(() => again?.(), ANOTHER_MS), accept);
    const onOutput = ctrlC(0);
    const run = await runWith(project, sink.url, {
      onOutput: (text, kill) => {
        again = () => kill('SIGINT');
        onOutput(text, kill);
      },
    });
    expect([run.exitCode, run.signal]).toEqual([null, 'SIGINT']);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
    ]);
    await runWith(project, sink.url, { args: ['test', '-g', 'early'] });
    const kept = sink.uploads[2]?.body;
    expect(kept).toEqual(sink.uploads[0]?.body);
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept)).toEqual(CUT_OFF);
  });

  it('sends the run when Ctrl-C comes twice at once, as from npm', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(WAITS));
    const run = await runWith(project, sink.url, { onOutput: ctrlC(0, 20) });
    expect([run.exitCode, run.signal]).toEqual([130, null]);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results /)]);
    expect(sink.uploads[0]?.body.execution.status).toBe('interrupted');
    expect(existsSync(project.spoolFolder)).toBe(false);
  });
});

function files(slow: string): Record<string, string> {
  return {
    'playwright.config.js': config(),
    'without.config.js': config({ reporter: 'line' }),
    'a.spec.js': spec({
      'ends early': '',
      // The parent of a worker is the started process, which leads the process group.
      'is slow': `console.log('waiting now, group ' + process.ppid + ';');
        test.setTimeout(60_000);
        ${slow}`,
      'comes later': '',
    }),
  };
}

/**
 * Sends Ctrl-C at these times (ms) after a test has begun to wait. Reporters receive the start of the test before
 * its output.
 */
function ctrlC(...timesMs: number[]): ReturnType<typeof oncePrinted> {
  return oncePrinted(['waiting now, group', ';'], (output) => {
    for (const timeMs of timesMs) setTimeout(() => interruptGroup(output), timeMs);
  });
}
