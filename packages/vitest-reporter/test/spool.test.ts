import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import { type RunSettings, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { runWith } from '@svc/reporter-core/test/projects/sent-run.ts';
import {
  accept,
  addressOfNobody,
  API_KEY,
  fail,
  startSink,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { casesFor } from '@svc/reporter-core/test/projects/versions.ts';
import {
  config,
  ENDS_EARLY,
  MAJORS,
  makeProject,
  LATER_REPORTER,
  LATER_REPORTER_FILES,
} from './projects/fixture-project.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const GREEN = {
  'vitest.config.js': config(['default', '@svc/vitest-reporter']),
  'src/shop.test.js': `import { expect, test } from 'vitest';
test('adds up', () => expect(1 + 1).toBe(2));
`,
};

const CONFIG_BELOW = 'packages/web app/vitest.config.js';

const LONG = {
  ...LATER_REPORTER_FILES,
  'vitest.config.js': config(['default', '@svc/vitest-reporter', LATER_REPORTER]),
  'without.config.js': config(['default', LATER_REPORTER]),
  'src/first.test.js': `import { test } from 'vitest';
${ENDS_EARLY}
test('is slow', { timeout: 60_000 }, () => new Promise((resolve) => {
  console.log('waiting now');
  setTimeout(resolve, 30_000);
}));
test('comes later', () => {});
`,
};

describe('the spool', () => {
  it('is sent by the next run under the key of the first try, and then empty', async () => {
    await using sink = await startSink();
    using project = makeProject('5', GREEN);
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url };

    sink.behave(fail(401, 'UNAUTHORIZED'));
    await project.run({ env });
    expect(readdirSync(project.spoolFolder)).toHaveLength(1);

    sink.behave(accept);
    const second = await project.run({ env });
    expect(second.stderr).toMatch(/^svc: sent 1 result to .* #812; also sent 1 saved run$/m);
    expect(readdirSync(project.spoolFolder)).toEqual([]);

    const [refused, own, resent] = sink.uploads;
    expect(resent).toEqual(refused);
    expect(own?.idempotencyKey).not.toBe(refused?.idempotencyKey);
  });

  it('names a command that finds the run from the folder that the user is in', async () => {
    using project = makeProject('5', {
      'packages/web app/node_modules/.keep': '',
      'packages/web app/vitest.config.js': GREEN['vitest.config.js'],
      'packages/web app/a.test.js': GREEN['src/shop.test.js'],
    });
    const env = { SVC_API_KEY: API_KEY, SVC_URL: await addressOfNobody() };
    const above = await project.run({ env, args: ['--root', 'packages/web app'] });
    expect(above.stderr).toContain(
      `; the next run or 'npx @svc/cli upload "packages/web app/node_modules/.cache/svc"' will retry.`,
    );
    const inside = await project.run({ env, args: ['--root', '.', '--config', CONFIG_BELOW] });
    expect(inside.stderr).toContain("; the next run or 'npx @svc/cli upload' will retry.");
  });

  it('takes the whole run when a signal comes during the upload', async () => {
    await using sink = await startSink();
    using project = makeProject('5', GREEN);
    let end: (() => void) | undefined;
    sink.behave(() => end?.());
    const run = await project.run({
      env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url },
      onOutput: (_, kill) => {
        end = () => kill('SIGTERM');
      },
    });
    expect(run.stderr).toContain('svc: the upload of this run was interrupted. 1 result saved to');
    const [name = ''] = readdirSync(project.spoolFolder);
    const kept = await readSpoolFile(join(project.spoolFolder, name));
    expect(kept?.body).toEqual(sink.uploads[0]?.body);
  });

  it('reports a sent run when a signal comes while saved runs are sent', async () => {
    await using sink = await startSink();
    using project = makeProject('5', GREEN);
    sink.behave(fail(401, 'UNAUTHORIZED'));
    await runWith(project, sink.url);
    let end: (() => void) | undefined;
    sink.behave(accept, () => end?.());
    const run = await runWith(project, sink.url, {
      onOutput: (_, kill) => {
        end = () => kill('SIGTERM');
      },
    });
    expect(sink.uploads).toHaveLength(3);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 1 result to \S+ #812$/)]);
  });

  it('never holds the key', async () => {
    using project = makeProject('5', GREEN);
    const url = 'http://127.0.0.1:1';
    await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: url } });
    const [name = ''] = readdirSync(project.spoolFolder);
    const run = await readSpoolFile(join(project.spoolFolder, name));
    expect(run?.url).toBe(url);
    expect(JSON.stringify(run)).not.toContain(API_KEY);
  });
});

describe('a run that a signal ends', () => {
  it.each(casesFor(MAJORS, ['SIGTERM', 'SIGINT'] as const))(
    'is kept by Vitest %s on %s, which takes its course',
    async (major, signal) => {
      await using sink = await startSink();
      using project = makeProject(major, LONG);
      const onceWaiting = (): RunSettings['onOutput'] =>
        oncePrinted(['seen: ends early ended', 'waiting now'], (_, kill) => kill(signal));
      const bare = await bareEnding(`${signal}-${major}`, async () =>
        endingOf(
          await project.run({ args: ['--config', 'without.config.js'], onOutput: onceWaiting() }),
        ),
      );
      const run = await runWith(project, sink.url, { onOutput: onceWaiting() });
      expect(endingOf(run)).toEqual(bare);
      expect(run.stderr).toMatch(
        /^svc: this run was interrupted\. 3 results saved to node_modules/m,
      );

      const [name = ''] = readdirSync(project.spoolFolder);
      const kept = await readSpoolFile(join(project.spoolFolder, name));
      expect(kept?.body.execution.status).toBe('interrupted');
      expect(kept?.body.results.map(({ titlePath, status }) => [...titlePath, status])).toEqual([
        ['ends early', 'passed'],
        ['is slow', 'interrupted'],
        ['comes later', 'interrupted'],
      ]);
      expect(sink.uploads).toEqual([]);
    },
  );
});
