import { config } from './fixture-project.ts';

const REPORTERS = ['default', '@svc/vitest-reporter'];

/**
 * A reporter with this name runs after ours. Prints `seen: <test> begins` or `seen: <test> ended`, and writes a
 * file `<test>.seen` when a test begins. By then our hook has been called too.
 */
const LATER_REPORTER = './later-reporter.js';

/** The files of this reporter. */
const LATER_REPORTER_FILES = {
  'later-reporter.js': `import { writeFileSync } from 'node:fs';
export default class {
  onTestCaseReady({ name }) {
    console.log('seen: ' + name + ' begins');
    writeFileSync(name + '.seen', '');
  }
  onTestCaseResult({ name }) { console.log('seen: ' + name + ' ended'); }
}
`,
};

/** Long enough that Vitest reports its end immediately: Vitest 3 and 4 may delay reports within 100 ms. */
const ENDS_EARLY = `test('ends early', () => new Promise((resolve) => setTimeout(resolve, 250)));`;

/** A test that ends, one that is slow, and one that comes later. Prints the process group that gets Ctrl-C. */
export function longFiles(pool: 'forks' | 'threads'): Record<string, string> {
  return {
    ...LATER_REPORTER_FILES,
    'vitest.config.js': config([...REPORTERS, LATER_REPORTER], { pool }),
    'without.config.js': config(['default', LATER_REPORTER], { pool }),
    'a.test.js': `import { test } from 'vitest';
${ENDS_EARLY}
test('is slow', async () => {
  // The parent of a worker leads the process group. With threads, the process itself leads it.
  console.log('waiting now, group ' + ${pool === 'forks' ? 'process.ppid' : 'process.pid'} + ';');
  await new Promise((resolve) => setTimeout(resolve, 30_000));
}, 60_000);
test('comes later', () => {});
`,
  };
}

/** A test that kills its worker, and one that comes later. */
export const KILLED_FILES = {
  ...LATER_REPORTER_FILES,
  'vitest.config.js': config([...REPORTERS, LATER_REPORTER], { pool: 'forks' }),
  'a.test.js': `import { existsSync } from 'node:fs';
import { test } from 'vitest';
test('kills its worker', async () => {
  // Vitest 3 and 4 may not report the start of this test before something else happens.
  for (let wait = 0; wait < 200 && !existsSync('kills its worker.seen'); wait++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
});
test('comes later', () => {});`,
};
