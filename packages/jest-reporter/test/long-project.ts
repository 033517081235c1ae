import { onceSaid } from '@svc/reporter-core/test/projects/once-said.ts';
import type { RunSettings } from '@svc/reporter-core/test/projects/run-command.ts';
import { config, WITNESS, WITNESS_FILES } from './fixture-project.ts';

/** A project whose second file runs a slow test when its first file has ended. */
export const LONG_PROJECT = {
  ...WITNESS_FILES,
  'jest.config.js': config(['default', '@svc/jest-reporter', WITNESS]),
  'without.config.js': config(['default', WITNESS]),
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
export function onceWaiting(act: Parameters<typeof onceSaid>[1]): RunSettings['onOutput'] {
  const told = ['told: first.test.js is through', 'told: is slow begins'];
  return onceSaid(['waiting now, group', ...told], act);
}
