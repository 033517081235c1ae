import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import { attemptsOf, resultIn, timeOutAt } from './expected-result.ts';
import type { Major } from '../projects/fixture-project.ts';

const FILE = 'src/hooks.test.js';

/** The expected results of tests with failing hooks, in the order of their lines. */
export function expectedHooks(major: Major): object[] {
  const hooks = resultIn(FILE);
  const attempts = attemptsOf(major);
  return [
    hooks('database › reads', 'skipped', {
      line: 4,
      annotations: [{ type: 'did-not-run', description: 'cannot connect' }],
    }),
    hooks('files › writes', 'passed', { line: 8 }),
    hooks('files › skips itself', 'skipped', { line: 9, annotations: [{ type: 'skip' }] }),
    hooks('users › orders', 'failed', {
      line: 14,
      attempts: attempts([
        'failed',
        { errors: [at('Error: cannot sign in', 12), at('Error: cannot sign out', 13)] },
      ]),
    }),
    hooks('slow hooks › waits', 'timedOut', {
      line: 18,
      attempts: attempts(['timedOut', { errors: [timeOutAt('Hook', FILE, 17)] }]),
    }),
  ];
}

function at(message: string, line: number): object {
  return errorAt(message, FILE, line);
}
