import { expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { config, makeProject, VERSIONS } from './fixture-project.ts';
import { send, spec } from './sent-run.ts';
import { API_KEY, startSink } from '@svc/reporter-core/test/servers/sink-server.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const OURS = ['@svc/playwright-reporter', { projet: 'x', name: 'unit' }];
const SENT = expect.stringMatching(/^svc: sent 1 result to /);

it.each(VERSIONS)('names misspelt options, and none of Playwright %s', async (version) => {
  const files = {
    'playwright.config.js': config({ reporter: [['line'], OURS] }),
    'a.spec.js': spec({ one: '' }),
  };
  const { run } = await send(version, { files });
  expect(svcLines(run)).toEqual(['svc: Unknown option projet. Did you mean project?', SENT]);
});

it('names the same in a merge, and nothing with --reporter', async () => {
  await using sink = await startSink();
  using project = makeProject('1.65', {
    'playwright.config.js': config({ reporter: 'blob' }),
    'merge.config.js': config({ reporter: [['line'], OURS] }),
    'a.spec.js': spec({ one: '' }),
  });
  const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url, SVC_EXECUTION_KEY: 'the run' };
  await project.run();
  const merge = ['merge-reports', '--config', 'merge.config.js', 'blob-report'];
  expect(svcLines(await project.run({ args: merge, env }))).toEqual([
    'svc: Unknown option projet. Did you mean project?',
    SENT,
  ]);
  const named = ['test', '--reporter', '@svc/playwright-reporter'];
  expect(svcLines(await project.run({ args: named, env }))).toEqual([SENT]);
});
