import { oncePrinted } from '@svc/reporter-core/test/projects/once-printed.ts';
import type { RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import { config, LATER_REPORTER, LATER_REPORTER_FILES } from './fixture-project.ts';

/** A project whose second file runs a slow test when its first file has ended. */
export const LONG_PROJECT = {
  ...LATER_REPORTER_FILES,
  'jest.config.js': config(['default', '@svc/jest-reporter', LATER_REPORTER]),
  'without.config.js': config(['default', LATER_REPORTER]),
  // Jest runs larger files first.
  'first.test.js': `// ${'-'.repeat(1_000)}
test('is in a file of its own', () => {});
`,
  'second.test.js': `test('ends early', () => {});
test('is slow', () => new Promise((resolve) => {
  // The parent of a worker leads the process group.
  process.stdout.write('waiting now, group ' + process.ppid + ';');
  setTimeout(resolve, 30_000);
}), 60_000);
test('comes later', () => {});
`,
};

/**
 * A callback for one run. Calls `act` once the slow test waits and reporters have received everything before it.
 */
export function onceWaiting(act: Parameters<typeof oncePrinted>[1]): RunSettings['onOutput'] {
  const seen = ['seen: first.test.js is through', 'seen: is slow begins'];
  return oncePrinted(['waiting now, group', ...seen], act);
}
