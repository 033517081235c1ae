import { expect, it, vi } from 'vitest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { sendRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

it.each(MAJORS)('names misspelt options with Jest %s', async (major) => {
  using project = makeProject(major, {
    'jest.config.js': config([['@svc/jest-reporter', { projet: 'x', name: 'unit' }]]),
    'a.test.js': `test('one', () => {});`,
  });
  const { run } = await sendRun(project);
  expect(svcLines(run)).toEqual([
    'svc: Unknown option projet. Did you mean project?',
    expect.stringMatching(/^svc: sent 1 result to /),
  ]);
});
