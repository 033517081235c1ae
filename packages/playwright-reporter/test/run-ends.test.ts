import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { startSink } from '@svc/reporter-core/test/servers/sink-server.ts';
import {
  config,
  type FixtureProject,
  FULL_VERSIONS,
  makeProject,
  VERSIONS,
} from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright several times, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const SLOW = `console.log('waiting now');
  test.setTimeout(60_000);
  await new Promise((resolve) => setTimeout(resolve, 30_000));`;

const LONG = {
  'playwright.config.js': config(),
  'without.config.js': config({ reporter: 'line' }),
  'a.spec.js': spec({ 'ends early': '', 'is slow': SLOW, 'comes later': '' }),
};

const GREEN = {
  'playwright.config.js': config(),
  'a.spec.js': spec({ 'adds up': 'expect(1 + 1).toBe(2);' }),
};

describe.each(VERSIONS)('a run of Playwright %s', (version) => {
  it('that SIGTERM ends is saved, and the next run sends it', async () => {
    await using sink = await startSink();
    using project = makeProject(version, LONG);
    const bare = await bareEnding(`SIGTERM-${version}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting('SIGTERM') })),
    );
    const run = await runWith(project, sink.url, { onOutput: onceWaiting('SIGTERM') });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was interrupted\. 3 results saved to node_modules/),
    ]);
    expect(sink.uploads).toEqual([]);
    await runWith(project, sink.url, { args: ['test', '-g', 'early'] });
    const kept = sink.uploads[1]?.body;
    expect(kept?.execution.status).toBe('interrupted');
    expect(kept && statuses(kept)).toEqual([
      'ends early: passed',
      'is slow: interrupted',
      'comes later: interrupted (The process was ended)',
    ]);
  });
});

describe.each(FULL_VERSIONS)('a run of Playwright %s', (version) => {
  it('that SIGINT ends is sent as interrupted, and ends as without the reporter', async () => {
    await using sink = await startSink();
    using project = makeProject(version, LONG);
    const bare = await bareEnding(`SIGINT-${version}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting('SIGINT') })),
    );
    const run = await runWith(project, sink.url, { onOutput: onceWaiting('SIGINT') });
    expect(endingOf(run)).toEqual(bare);
    const [upload, ...more] = sink.uploads;
    expect(more).toEqual([]);
    expect(upload?.body.execution.status).toBe('interrupted');
    expect(upload?.body.execution.partial).toBeUndefined();
    expect(upload && statuses(upload.body)).toEqual([
      'ends early: passed',
      'is slow: interrupted',
      'comes later: interrupted (The run was interrupted)',
    ]);
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

/**
 * A callback for one run. Sends a signal once a test waits. Reporters receive the start of the test before its
 * output.
 */
function onceWaiting(signal: NodeJS.Signals): ReturnType<typeof oncePrinted> {
  return oncePrinted(['waiting now'], (_, kill) => kill(signal));
}

async function keptBody({ spoolFolder }: FixtureProject): Promise<unknown> {
  const [name = ''] = readdirSync(spoolFolder).filter((file) => file.includes('.json'));
  const kept = await readSpoolFile(join(spoolFolder, name));
  return kept?.body;
}
