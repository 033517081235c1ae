import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ComparingApp, makeComparingApp } from '../../../test/scenes/comparing.ts';
import { analyzed } from '../../../test/scenes/analysing.ts';
import { makeRun } from '../../../test/history.ts';
import { settle } from '../../../test/make.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

const REFUSED = {
  message: 'connect ECONNREFUSED 10.0.25.138:5432',
  stack: 'Error: connect ECONNREFUSED 10.0.25.138:5432\n    at TCPConnectWrap.afterConnect',
};

/** The nth test of a service that is away. Each connects to another address. */
function refused(count: number, at = 'src/orders') {
  return Array.from({ length: count }, (_, n) => {
    const text = (part: string) => part.replace('25.138', `25.${n % 200}`);
    const errors = [{ message: text(REFUSED.message), stack: text(REFUSED.stack) }];
    return makeRun(`uses the database ${n}`, 'f', {
      file: `${at}/${Math.floor(n / 7)}.test.ts`,
      attempts: [{ status: 'failed', durationMs: 1, errors }],
    });
  });
}

function passing(tests: ReturnType<typeof makeRun>[]) {
  return tests.map(({ titlePath, file }) => makeRun(titlePath[0] ?? '', '.', { file }));
}

it('says 434 regressions of one refused connection once, with the class of the verdict', async () => {
  const tests = refused(434);
  const base = await server.run({ hoursAgo: 2, results: passing(tests) });
  const head = await server.run({ results: tests });
  await settle(server);
  await analyzed(server, { executionId: head });
  const { causes, regressions } = await server.compare({ base, head });
  expect(causes.regressions).toEqual({
    total: 1,
    items: [
      {
        fingerprint: regressions[0]?.fingerprint,
        pattern: 'connect ECONNREFUSED <host>',
        tests: 434,
        files: 62,
        classification: 'INFRA',
        confidence: expect.any(Number),
      },
    ],
  });
  expect(causes.newFailing).toEqual({ total: 0, items: [] });
});

it('names tests of both causes, however many tests one of them has', async () => {
  const tests = [...refused(40), ...['z 1', 'z 2', 'z 3'].map((title) => makeRun(title, 'f'))];
  const twice = tests.map((test) => ({ ...test, titlePath: ['later', ...test.titlePath] }));
  const errors = [{ message: 'TypeError: cart is undefined' }];
  const broken = tests.slice(40).map((test) => ({
    ...test,
    attempts: [{ status: 'failed' as const, durationMs: 1, errors }],
  }));
  const results = [...tests.slice(0, 40), ...broken];
  const base = await server.run({ hoursAgo: 2, results: passing(results) });
  const head = await server.run({ results: [...results, ...twice.slice(0, 1)] });
  const { causes, regressions } = await server.compare({ base, head, limit: '7' });
  expect(causes.regressions.items.map(({ pattern, tests: count }) => [pattern, count])).toEqual([
    ['connect ECONNREFUSED <host>', 40],
    ['TypeError: cart is undefined', 3],
  ]);
  const [refusal, bug] = causes.regressions.items;
  const named = (fingerprint: string | null | undefined) =>
    regressions.filter((test) => test.fingerprint === fingerprint).map(({ title }) => title);
  expect(named(refusal?.fingerprint)).toHaveLength(4);
  expect(named(bug?.fingerprint)).toEqual(['z 1', 'z 2', 'z 3']);
  expect(causes.newFailing.items).toMatchObject([{ fingerprint: refusal?.fingerprint, tests: 1 }]);

  const whole = { base, head, limit: '100', fingerprint: bug?.fingerprint ?? '' };
  const ofBug = await server.compare(whole);
  expect(ofBug.regressions.map(({ title }) => title)).toEqual(['z 1', 'z 2', 'z 3']);
  expect(ofBug.newTests).toEqual([]);
  expect(ofBug.summary).toMatchObject({ regressions: 43, newFailing: 1 });
  expect(ofBug.causes).toEqual({ ...causes, ...ofBug.causes });
});

it('counts 1,200 causes and names the first of them, each with a test', async () => {
  const tests = Array.from({ length: 1_200 }, (_, n) => makeRun(`t ${n}`, 'f'));
  const results = tests.map((test, n) => ({
    ...test,
    attempts: [
      {
        status: 'failed' as const,
        durationMs: 1,
        errors: [{ message: `the word ${wordOf(n)} is missing` }],
      },
    ],
  }));
  const base = await server.run({ hoursAgo: 2, results: passing(tests) });
  const head = await server.run({ results });
  const { causes, regressions, summary } = await server.compare({ base, head, limit: '20' });
  expect(summary.regressions).toBe(1_200);
  expect(causes.regressions.total).toBe(1_200);
  expect(causes.regressions.items).toHaveLength(20);
  expect(new Set(regressions.map(({ fingerprint }) => fingerprint))).toEqual(
    new Set(causes.regressions.items.map(({ fingerprint }) => fingerprint)),
  );
});

it('groups improvements by the failure that is gone', async () => {
  const tests = refused(30);
  const base = await server.run({ hoursAgo: 2, results: tests });
  const head = await server.run({
    results: [...passing(tests.slice(1)), makeRun('uses the database 0', 'r', tests[0])],
  });
  const { causes, improvements } = await server.compare({ base, head });
  expect(causes.improvements).toMatchObject({
    total: 1,
    items: [{ pattern: 'connect ECONNREFUSED <host>', tests: 29, files: 5 }],
  });
  const [cause] = causes.improvements.items;
  expect(new Set(improvements.map((test) => test.baseFingerprint))).toEqual(
    new Set([cause?.fingerprint]),
  );
});

it('puts a failure of several errors into one group, that of its first', async () => {
  const errors = [{ message: 'the first breaks', cause: { message: 'the pool is empty' } }];
  const [test] = refused(1);
  if (test === undefined) throw new Error('no test');
  const base = await server.run({ hoursAgo: 2, results: passing([test]) });
  const attempts = [
    { status: 'failed' as const, durationMs: 1, errors: [{ message: 'an earlier attempt' }] },
    { status: 'failed' as const, durationMs: 1, errors: [...errors, { message: 'a second one' }] },
  ];
  const head = await server.run({ results: [{ ...test, attempts }] });
  const { causes } = await server.compare({ base, head });
  expect(causes.regressions).toMatchObject({
    total: 1,
    items: [{ pattern: 'the first breaks', tests: 1 }],
  });
});

it('refuses what is no fingerprint', async () => {
  const answer = await server.askFor({ base: 'latest', head: 'latest', fingerprint: 'fp2:7' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('Expected a fingerprint');
});

/** Words of letters, because numbers in messages do not distinguish failures. */
function wordOf(n: number): string {
  return n
    .toString(26)
    .padStart(3, '0')
    .split('')
    .map((digit) => String.fromCharCode(97 + parseInt(digit, 26)))
    .join('y');
}
