import { expect, it } from 'vitest';
import { errorAt } from '@svc/reporter-core/test/expected/expected-result.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import type { Batch } from '../projects/batch.ts';
import { config } from '../projects/fixture-project.ts';
import { trivial } from '../projects/trivial.ts';

const REPORTERS = ['default', '@svc/vitest-reporter'];
const ONE = trivial('one');

/** Tests runs with errors outside of their tests. */
export function testBrokenRuns(batch: Batch): void {
  const globalSetup = batch.add({
    files: {
      'vitest.config.js': config(REPORTERS, { globalSetup: './setup.js' }),
      'setup.js': `export default () => { throw new Error('no database'); };`,
      'a.test.js': ONE,
    },
  });
  it('reports a run that ended before its first test', () => {
    const { run, body } = globalSetup();
    expect(body.execution).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringMatching(/^No test ran, though 1 test file was found: /) }],
    });
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: sent 0 tests, 1 error outside of test files, to /),
    ]);
  });

  const setupFile = batch.add({
    files: {
      'vitest.config.js': config(REPORTERS, { setupFiles: ['./setup.js'] }),
      'setup.js': `throw new Error('no database');`,
      'a.test.js': ONE,
    },
  });
  it('reports a failing setup file with the test file', () => {
    const { body } = setupFile();
    expect(body.results).toEqual([]);
    expect(body.files?.map(({ errors }) => errors)).toEqual([
      [errorAt('Error: no database', 'setup.js', 1)],
    ]);
    expect(body.execution.status).toBe('failed');
  });

  const ignored = batch.add({
    files: {
      'vitest.config.js': config(REPORTERS, { dangerouslyIgnoreUnhandledErrors: true }),
      'a.test.js': `import { test } from 'vitest';
test('one', async () => {
  void Promise.reject(new Error('nobody caught me'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});`,
    },
  });
  it('leaves out errors that the configuration of Vitest ignores', () => {
    const { run, body } = ignored();
    expect(run.exitCode).toBe(0);
    expect(body.execution).toMatchObject({ status: 'passed' });
    expect(body.execution.errors).toBeUndefined();
  });

  // Vitest allows `test.only` by default, but not in CI.
  const only = batch.add({
    args: ['--allowOnly=false'],
    files: { 'a.test.js': `${ONE}test.only('alone', () => {});\n` },
    env: { CI: 'true' },
  });
  it('sends a `test.only` that CI does not allow as failed, and its siblings as skipped', () => {
    const { body } = only();
    expect(body.results.map(({ titlePath, status }) => [...titlePath, status])).toEqual([
      ['one', 'skipped'],
      ['alone', 'failed'],
    ]);
    expect(body.results[1]?.attempts?.[0]?.errors?.[0]?.message).toContain('.only');
  });
}
