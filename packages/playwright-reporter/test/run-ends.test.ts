import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { interruptGroup, oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { config, type FixtureProject, FULL_VERSIONS, makeProject } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 });

// Playwright treats several signals within a second as one.
const ANOTHER_MS = 1_100;

const WAITS = `await new Promise((resolve) => setTimeout(resolve, 30_000));`;
// The blocked worker does not react to Playwright and delays the end.
const IS_BUSY = `await new Promise((resolve) => setTimeout(resolve, 200));
  const till = performance.now() + 30_000;
  while (performance.now() < till);`;

const GREEN = {
  'playwright.config.js': config(),
  'a.spec.js': spec({ 'adds up': 'expect(1 + 1).toBe(2);' }),
};

const CUT_OFF = [
  'ends early: passed',
  'is slow: interrupted',
  'comes later: interrupted (The run was interrupted)',
];

// npm sends Ctrl-C twice at once. Once is the simpler case.
const CTRL_C = [{ timesMs: [0, 20] }, { timesMs: [0] }];

const isWindows = process.platform === 'win32';

describe.skipIf(isWindows).each(FULL_VERSIONS)('a run of Playwright %s', (version) => {
  it('that SIGTERM ends is saved', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(WAITS));
    const bare = await bareEnding(`SIGTERM-${version}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting('SIGTERM') })),
    );
    const run = await runWith(project, sink.url, { onOutput: onceWaiting('SIGTERM') });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
    ]);
    expect(sink.uploads).toEqual([]);
    const kept = await keptBody(project);
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept)).toEqual([
      'ends early: passed',
      'is slow: interrupted',
      'comes later: interrupted (The process was ended)',
    ]);
  });

  it.each(EVERY_VERSION_RUNS_ALL ? CTRL_C : CTRL_C.slice(0, 1))(
    'that Ctrl-C ends is sent as interrupted, and ends as without the reporter, also twice at once as from npm, %o',
    async ({ timesMs }) => {
      await using sink = await startSink();
      using project = makeProject(version, files(WAITS));
      const bare = await bareEnding(`SIGINT-${version}`, async () =>
        endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting('SIGINT') })),
      );
      const run = await runWith(project, sink.url, { onOutput: ctrlC(...timesMs) });
      expect(endingOf(run)).toEqual(bare);
      expect([run.exitCode, run.signal]).toEqual([130, null]);
      expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results /)]);
      const [upload, ...more] = sink.uploads;
      expect(more).toEqual([]);
      expect(upload?.body.execution.status).toBe('interrupted');
      expect(upload?.body.execution.partial).toBeUndefined();
      expect(upload && statuses(upload.body)).toEqual(CUT_OFF);
      expect(existsSync(project.spoolFolder)).toBe(false);
    },
  );

  it('ends on a second Ctrl-C as without the reporter, and is sent', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(IS_BUSY));
    const bare = await bareEnding(`ctrl-c-${version}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: ctrlC(0, ANOTHER_MS) })),
    );
    const run = await runWith(project, sink.url, { onOutput: ctrlC(0, ANOTHER_MS) });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 3 results /)]);
    const body = sink.uploads[0]?.body;
    expect(body?.execution.status).toBe('interrupted');
    expect(body && statuses(body)).toEqual(CUT_OFF);
  });

  it('is killed by a further Ctrl-C, and its results are saved', async () => {
    await using sink = await startSink();
    using project = makeProject(version, files(WAITS));
    let again: (() => void) | undefined;
    // The request gets no answer.
    sink.behave(() => setTimeout(() => again?.(), ANOTHER_MS));
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
    const kept = await keptBody(project);
    expect(kept).toEqual(sink.uploads[0]?.body);
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept)).toEqual(CUT_OFF);
  });

  it('that a signal ends during the upload is kept whole', async () => {
    await using sink = await startSink();
    using project = makeProject(version, GREEN);
    let end: (() => void) | undefined;
    sink.behave(() => end?.());
    const run = await runWith(project, sink.url, {
      onOutput: (_, kill) => {
        end = () => kill('SIGINT');
      },
    });
    expect(svcLines(run)).toEqual([
      expect.stringMatching(
        /^svc: the upload of this run was interrupted\. 1 result saved to node_modules/,
      ),
    ]);
    expect(await keptBody(project)).toMatchObject({ execution: { status: 'passed' } });
  });

  it('that only lists the tests is not sent, whether they load or not', async () => {
    await using sink = await startSink();
    using project = makeProject(version, { ...GREEN, 'b.spec.js': 'noSuchThing();' });
    const listed = await runWith(project, sink.url, { args: ['test', '--list', 'a.spec'] });
    const broken = await runWith(project, sink.url, { args: ['test', '--list'] });
    expect([listed.exitCode, broken.exitCode]).toEqual([0, 1]);
    expect([...svcLines(listed), ...svcLines(broken)]).toEqual([]);
    expect(sink.uploads).toEqual([]);
  });
});

const WITHOUT = ['test', '--config', 'without.config.js'];

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
 * Sends a signal to the started process once a test waits. Reporters receive the start of the test before its
 * output.
 */
function onceWaiting(signal: NodeJS.Signals): ReturnType<typeof oncePrinted> {
  return oncePrinted(['waiting now, group', ';'], (_, kill) => kill(signal));
}

/** Sends Ctrl-C to the process group at these times (ms) after a test has begun to wait. */
function ctrlC(...timesMs: number[]): ReturnType<typeof oncePrinted> {
  return oncePrinted(['waiting now, group', ';'], (output) => {
    for (const timeMs of timesMs) setTimeout(() => interruptGroup(output), timeMs);
  });
}

async function keptBody({ spoolFolder }: FixtureProject): Promise<IngestBody | undefined> {
  const [name = ''] = readdirSync(spoolFolder).filter((file) => file.includes('.json'));
  const kept = await readSpoolFile(join(spoolFolder, name));
  return kept?.body;
}
