import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { sendRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { config, type Major, FULL_MAJORS, makeProject } from './fixture-project.ts';
import { OUTCOME_PROJECT } from './outcome-project.ts';

// Each test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const require = createRequire(import.meta.url);
const RUNNERS: Record<Major, string> = {
  '29': require.resolve('jest-jasmine2-29'),
  '30': require.resolve('jest-jasmine2'),
};

const FILES = {
  'src/cart.test.js': `describe('cart', () => {
  test('adds up', () => { expect(1 + 1).toBe(2); });
  test('keeps the discount', () => {
    console.log('total 90');
    expect({ total: 90 }).toEqual({ total: 100 });
  });
  describe('check out', () => {
    test('tells the cause', () => {
      throw new TypeError('checkout failed', { cause: new Error('price is undefined') });
    });
    test.each([1, 2])('takes %i items', (count) => { expect(count).toBeLessThan(2); });
  });
  test('takes too long', () => new Promise(() => {}), 30);
  test('twice', () => {});
  test('twice', () => { throw new Error('the second of them'); });
});
describe.each(['tea', 'coffee'])('%s', () => { test('is poured', () => {}); });
test.skip('is skipped', () => {});
xtest('is skipped too', () => {});
test.todo('is to do');
test('throws no error', () => { throw 'just a text'; });
test('is called back', (done) => { setTimeout(() => done.fail(new Error('too late')), 1); });
test('leaves itself', async () => { pending('no network here'); });
test('fails by a word', () => { fail('by a word'); });
test('fails by two', () => { fail('one'); fail('two'); });
`,
  // jest-jasmine2 does not report a failing afterAll hook.
  'src/hooks.test.js': outcomeFile('src/hooks.test.js'),
  'src/broken.test.js': outcomeFile('src/broken.test.js'),
  // jest-jasmine2 does not support retries.
  'src/retries.test.js': `jest.retryTimes(2);
let tries = 0;
test('passes the second time', () => { tries++; if (tries === 1) throw new Error('not yet'); });
`,
};

describe.each(FULL_MAJORS)('Jest %s with jest-jasmine2', (major) => {
  it('sends every outcome with its errors without hooks for single tests', async () => {
    const settings = config(['default', '@svc/jest-reporter'], { testRunner: RUNNERS[major] });
    using project = makeProject(major, { 'jest.config.js': settings, ...FILES });
    const { body, run } = await sendRun(project, { args: ['--runInBand'] });
    expect(run.exitCode).toBe(1);
    expect(body.execution.status).toBe('failed');
    expect(outcomes(body)).toMatchInlineSnapshot(`
      [
        "passed src/cart.test.js:2 cart › adds up",
        "failed src/cart.test.js:3 cart › keeps the discount (Error: expect(received).toEqual(expected) // deep equality)",
        "failed src/cart.test.js:8 cart › check out › tells the cause (TypeError: checkout failed)",
        "passed src/cart.test.js:11 cart › check out › takes 1 items",
        "failed src/cart.test.js:11 cart › check out › takes 2 items (Error: expect(received).toBeLessThan(expected))",
        "timedOut src/cart.test.js:13 cart › takes too long (Timeout - Async callback was not invoked within the 30 ms timeout specified by jest.setTimeout.)",
        "passed src/cart.test.js cart › twice",
        "failed src/cart.test.js:15 cart › twice (Error: the second of them)",
        "passed src/cart.test.js:17 tea › is poured",
        "passed src/cart.test.js:17 coffee › is poured",
        "skipped src/cart.test.js:18 is skipped @skip",
        "skipped src/cart.test.js is skipped too @skip",
        "skipped src/cart.test.js:20 is to do @todo",
        "failed src/cart.test.js:21 throws no error (just a text)",
        "failed src/cart.test.js:22 is called back (Error: too late)",
        "skipped src/cart.test.js:23 leaves itself @skip",
        "failed src/cart.test.js:24 fails by a word (Error: Failed: "by a word")",
        "failed src/cart.test.js:25 fails by two (Error: Failed: "one") (Error: Failed: "two")",
        "failed src/hooks.test.js:3 database › reads (Error: cannot connect)",
        "skipped src/hooks.test.js:4 database › is skipped @skip",
        "passed src/hooks.test.js:8 files › writes",
        "failed src/hooks.test.js:13 queue › works (Error: cannot begin) (Error: cannot end)",
        "timedOut src/hooks.test.js:17 mail › arrives (Timeout - Async callback was not invoked within the 30 ms timeout specified by jest.setTimeout.)",
        "failed src/retries.test.js:3 passes the second time (Error: not yet)",
      ]
    `);
    expect(body.files).toMatchObject([
      { file: 'src/cart.test.js', stdout: 'total 90\n' },
      { file: 'src/hooks.test.js' },
      { file: 'src/retries.test.js' },
      {
        file: 'src/broken.test.js',
        errors: [{ message: "Error: Cannot find module './missing.js' from 'src/broken.test.js'" }],
      },
    ]);
  });
});

function outcomeFile(path: string): string {
  return OUTCOME_PROJECT[path] ?? `throw new Error('there is no ${path}');`;
}

/** `failed src/cart.test.js:6 cart › adds up (Error: no)`. */
function outcomes({ results }: IngestBody): string[] {
  return results.map(({ status, file, line, titlePath, annotations = [], attempts = [] }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    const notes = annotations.map(({ type }) => ` @${type}`).join('');
    const errors = attempts.flatMap((attempt) => attempt.errors ?? []);
    const messages = errors.map(({ message }) => ` (${message.split('\n', 1)[0]})`).join('');
    return `${status} ${place} ${titlePath.join(' › ')}${notes}${messages}`;
  });
}
