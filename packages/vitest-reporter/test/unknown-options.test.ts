import { expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { config, MAJORS } from './projects/fixture-project.ts';
import { send, trivial } from './projects/sent-run.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

it.each(MAJORS)('names misspelt options with Vitest %s', async (major) => {
  const options = { projet: 'x', location: true, locations: false, name: 'unit' };
  const files = {
    'vitest.config.js': config(['default', ['@svc/vitest-reporter', options]]),
    'a.test.js': trivial('one'),
  };
  const { run } = await send(major, { files });
  expect(svcLines(run)).toEqual([
    'svc: Unknown option projet. Did you mean project?',
    'svc: Unknown option location. Did you mean locations?',
    expect.stringMatching(/^svc: sent 1 result to /),
  ]);
});
