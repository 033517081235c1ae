import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/bare-ending.ts';
import { onceSaid } from '@svc/reporter-core/test/once-said.ts';
import { svcLines } from '@svc/reporter-core/test/run-command.ts';
import { runWith, statuses } from '@svc/reporter-core/test/sent-run.ts';
import { addressOfNobody, startSink } from '@svc/reporter-core/test/sink-server.ts';
import {
  config,
  type FixtureProject,
  FULL_VERSIONS,
  makeProject,
  VERSIONS,
} from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright anew, several times, and machines may be busy.
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
  'without.config.js': config({ reporter: 'line' }),
  'a.spec.js': spec({ 'adds up': `expect(process.env.FIXTURE_FAILS).toBe(undefined);` }),
};

describe.each(VERSIONS)('a run of Playwright %s', (version) => {
  it('that SIGTERM ends is kept, and goes out with the next one', async () => {
    await using sink = await startSink();
    using project = makeProject(version, LONG);
    const bare = await bareEnding(`SIGTERM-${version}`, async () =>
      endingOf(await project.run({ args: WITHOUT, onOutput: onceWaiting('SIGTERM') })),
    );
    const run = await runWith(project, sink.url, { onOutput: onceWaiting('SIGTERM') });
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: this run was cut off\. 3 results saved to node_modules/),
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
  it('that SIGINT ends is sent as interrupted, and ends as without us', async () => {
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
      expect.stringMatching(/^svc: this run was cut off\. 1 result saved to node_modules/),
    ]);
    expect(await keptBody(project)).toMatchObject({ execution: { status: 'passed' } });
  });

  it('ends the same with a key, without one, and with nobody at the address', async () => {
    await using sink = await startSink();
    using project = makeProject(version, GREEN);
    const url = await addressOfNobody();
    const bare = await bareEnding(`green-${version}`, async () => {
      const run = await project.run({ args: WITHOUT });
      return { ...endingOf(run), report: timeless(run.stdout) };
    });
    const noKey = await project.run({ env: { SVC_URL: sink.url } });
    expect(sink.uploads).toEqual([]);
    const sent = await runWith(project, sink.url);
    const unsent = await runWith(project, url, { env: { SVC_UPLOAD_BUDGET_MS: '1500' } });
    const red = await runWith(project, sink.url, { env: { FIXTURE_FAILS: '1' } });
    expect(svcLines(noKey)).toEqual([]);
    expect(svcLines(sent)).toEqual([expect.stringMatching(/^svc: sent 1 result to /)]);
    expect(unsent.stderr).toContain(`connection refused at ${url}. Saved to node_modules/`);
    expect(red.exitCode).toBe(1);
    for (const run of [noKey, sent, unsent]) {
      expect({ ...endingOf(run), report: timeless(run.stdout) }).toEqual(bare);
    }
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

/** For one run: a signal once a test waits, whose beginning reaches reporters in front of its words. */
function onceWaiting(signal: NodeJS.Signals): ReturnType<typeof onceSaid> {
  return onceSaid(['waiting now'], (_, kill) => kill(signal));
}

async function keptBody({ spoolFolder }: FixtureProject): Promise<unknown> {
  const [name = ''] = readdirSync(spoolFolder).filter((file) => file.includes('.json'));
  const kept = await readSpoolFile(join(spoolFolder, name));
  return kept?.body;
}

function timeless(report: string): string {
  return report.replaceAll(/\([\d.]+m?s\)/g, '(0s)');
}
