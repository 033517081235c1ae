import { describe, expect, it, vi } from 'vitest';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { makeBatch } from './projects/batch.ts';
import { FULL_MAJORS, type Major } from './projects/fixture-project.ts';

// All runs take place before the first test, and the machine may be busy.
vi.setConfig({ hookTimeout: 240_000 });

const FILES = {
  'a.test.js': `import { afterEach, describe, expect, it } from 'vitest';
const tries = {};
const tried = (title) => (tries[title] = (tries[title] ?? 0) + 1);
it.fails('fails once', () => { expect(1).toBe(2); });
it.fails('fails at every try', { retry: 2 }, () => { expect(1).toBe(2); });
it.fails('fails twice in a try', { retry: 1 }, () => { expect.soft(1).toBe(2); expect.soft(3).toBe(4); });
it.fails('times out', { retry: 1, timeout: 20 }, () => new Promise(() => {}));
it.fails('prints', { retry: 1 }, () => { console.log('try ' + tried('prints')); throw new Error('known'); });
it.fails('fails in every repeat', { repeats: 1, retry: 1 }, () => { throw new Error('known'); });
it.for([1, 2])('fails for %i', { fails: true, retry: 1 }, () => { throw new Error('known'); });
it.fails('skips itself', { retry: 1 }, (context) => { context.skip('not here'); });
describe('hook', () => {
  afterEach(() => { throw new Error('known'); });
  it.fails('fails in a hook', { retry: 1 }, () => {});
});
it.fails('never fails', { retry: 1 }, () => {});
it.fails('fails first, then passes', { retry: 1 }, () => { if (tried('first') === 1) throw new Error('known'); });
it.fails('passes first, then fails', { retry: 1 }, () => { if (tried('second') === 2) throw new Error('known'); });
it('is flaky', { retry: 1 }, () => { if (tried('flaky') === 1) throw new Error('not yet'); });
`,
};

const NOT_FAILED = 'Error: Expect test to fail';
/** Status and the errors of each attempt. Without attempts, the status is the only attempt. */
const PASSED = ['passed', []];

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  const batch = makeBatch(major);
  const sent = batch.add({ files: FILES });
  const retried = batch.add({
    files: {
      'a.test.js': `import { it } from 'vitest';\nit.fails('known', () => { throw new Error('x'); });\n`,
    },
    args: ['--retry=2'],
  });

  it('reports a test that failed as expected as one attempt that passed, whatever the retries', () => {
    const { body } = sent();
    expect(outcomes(body)).toEqual({
      'fails once': PASSED,
      'fails at every try': PASSED,
      'fails twice in a try': PASSED,
      'times out': PASSED,
      prints: PASSED,
      'fails for 1': PASSED,
      'fails for 2': PASSED,
      'skips itself': ['skipped', []],
      'hook › fails in a hook': PASSED,
      ...ofMajor(major),
      'is flaky': ['passed', [['Error: not yet'], []]],
    });
    const expected = body.results.filter(({ expectedFailure }) => expectedFailure === true);
    expect(expected).toHaveLength(body.results.length - 1);
    expect(expected.flatMap(({ annotations = [] }) => annotations)).toEqual([
      { type: 'skip', description: 'not here' },
    ]);
  });

  it('reports none as flaky with --retry', () => {
    const { run, body } = retried();
    expect(run.exitCode).toBe(0);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 1 result to /)]);
    expect(outcomes(body)).toEqual({ known: PASSED });
  });
});

/** Vitest 5 inverts the state of each try, earlier versions the state of all tries together. */
function ofMajor(major: Major): Record<string, unknown> {
  return major === '5'
    ? {
        'fails in every repeat': ['passed', [[], []]],
        'never fails': ['failed', [[NOT_FAILED], [NOT_FAILED]]],
        'fails first, then passes': PASSED,
        'passes first, then fails': ['passed', [[NOT_FAILED], []]],
      }
    : {
        'fails in every repeat': PASSED,
        'never fails': ['failed', [[NOT_FAILED]]],
        'fails first, then passes': ['failed', [[NOT_FAILED]]],
        'passes first, then fails': ['failed', [[NOT_FAILED]]],
      };
}

function outcomes({ results }: IngestBody): Record<string, unknown> {
  return Object.fromEntries(
    results.map(({ titlePath, status, attempts = [] }) => [
      titlePath.join(' › '),
      [status, failuresOf(attempts)],
    ]),
  );
}

/** The messages of each attempt. Empty for a single attempt that passed. */
function failuresOf(attempts: NonNullable<IngestBody['results'][number]['attempts']>): string[][] {
  if (attempts.length === 1 && attempts[0]?.status === 'passed') return [];
  return attempts.map(({ errors = [] }) => errors.map(({ message }) => message));
}
