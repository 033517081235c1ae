import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool';
import { accept, API_KEY, fail, startSink } from '@svc/reporter-core/test/sink-server.ts';
import { config, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const GREEN = {
  'vitest.config.js': config(['default', '@svc/vitest-reporter']),
  'src/shop.test.js': `import { expect, test } from 'vitest';
test('adds up', () => expect(1 + 1).toBe(2));
`,
};

const LONG = {
  'vitest.config.js': config(['default', '@svc/vitest-reporter']),
  'without.config.js': config(['default']),
  // Vitest 3 may hold back what happens within 100 ms until something else does.
  'src/first.test.js': `import { test } from 'vitest';
test('ends early', () => new Promise((resolve) => setTimeout(resolve, 250)));
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
    expect(second.stderr).toMatch(/^svc: sent 1 result to .* #812; sent 1 kept run too$/m);
    expect(readdirSync(project.spoolFolder)).toEqual([]);

    const [refused, own, resent] = sink.uploads;
    expect(resent).toEqual(refused);
    expect(own?.idempotencyKey).not.toBe(refused?.idempotencyKey);
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
    expect(run.stderr).toContain('svc: this run was cut off. 1 result kept in');
    const [name = ''] = readdirSync(project.spoolFolder);
    const kept = await readSpoolFile(join(project.spoolFolder, name));
    expect(kept?.body).toEqual(sink.uploads[0]?.body);
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

describe.each(MAJORS)('a run of Vitest %s that a signal ends', (major) => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is kept on %s, which takes its course',
    async (signal) => {
      await using sink = await startSink();
      using project = makeProject(major, LONG);
      const onOutput = (text: string, kill: (signal: NodeJS.Signals) => void): void => {
        // A moment later, so that Vitest has told its reporters of the first test.
        if (text.includes('waiting now')) setTimeout(() => kill(signal), 1_000);
      };
      const without = await project.run({ args: ['--config', 'without.config.js'], onOutput });
      const run = await project.run({
        env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url },
        onOutput,
      });
      expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
      expect(run.stderr).toMatch(/^svc: this run was cut off\. 3 results kept in node_modules/m);

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
