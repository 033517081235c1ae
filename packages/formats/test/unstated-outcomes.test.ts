import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../src/report-format.ts';
import { outline, readAll } from './read-all.ts';

const ERROR = '<Output><ErrorInfo><Message>boom</Message></ErrorInfo></Output>';

describe('TRX leaves out the outcome Error, and svc reads', () => {
  it.each([
    ['', '', 'failed | failed 0 ms (No message)'],
    ['', ERROR, 'failed | failed 0 ms (boom)'],
    ['outcome=""', '', 'failed | failed 0 ms (No message)'],
    ['outcome="Error"', '', 'failed | failed 0 ms (No message)'],
    ['outcome="failed"', '', 'failed | failed 0 ms (No message)'],
    ['outcome="timeout"', '', 'timedOut | timedOut 0 ms (No message)'],
    ['outcome="aborted"', '', 'interrupted | interrupted 0 ms'],
    ['outcome="PASSED"', '', 'passed'],
    ['outcome="NotExecuted"', '', 'skipped | @skip'],
  ])('a result with %j and %j as %s', async (attribute, inside, expected) => {
    const { results } = await readAll(
      `<TestRun><Results><UnitTestResult testName="S.a" ${attribute}>${inside}</UnitTestResult></Results></TestRun>`,
      'trx',
    );
    expect(outline({ results })).toEqual([expected.replace(/^\w+/, '$& | S | a')]);
  });

  it('a data-driven test without an outcome by its rows', async () => {
    const row = '<UnitTestResult testName="S.a (1)" outcome="Passed"/>';
    const { results } = await readAll(
      `<TestRun><Results><UnitTestResult testName="S.a"><InnerResults>${row}</InnerResults></UnitTestResult></Results></TestRun>`,
      'trx',
    );
    expect(results.map(({ status }) => status)).toEqual(['passed']);
  });
});

describe('NUnit', () => {
  it.each([
    ['', '', 'skipped'],
    ['runstate="Runnable"', '', 'skipped'],
    ['runstate="NotRunnable"', '', 'failed'],
    ['label="Error"', '', 'failed'],
    ['', '<failure><message>no</message></failure>', 'failed'],
    ['executed="True"', '', 'skipped'],
    ['executed="True" success="True"', '', 'passed'],
    ['executed="True" success="False"', '', 'failed'],
    ['executed="False"', '', 'skipped'],
    ['result="failed"', '', 'failed'],
    ['result="error"', '', 'failed'],
    ['result="Invalid"', '', 'failed'],
    ['result="passed"', '', 'passed'],
    ['runstate="notrunnable"', '', 'failed'],
    ['result="failed" label="cancelled"', '', 'interrupted'],
  ])('without a known result, %j and %j are %s', async (attributes, inside, status) => {
    const { results } = await readAll(
      `<test-run><test-suite name="S"><test-case fullname="S.a" name="a" classname="S" ${attributes}>${inside}</test-case></test-suite></test-run>`,
      'nunit',
    );
    expect(results.map((result) => result.status)).toEqual([status]);
  });
});

it.each(['Failed', 'failed', 'FAILED', 'error'])(
  'keeps the failed tear-down of a suite of NUnit, and of a run, with the result %s',
  async (result) => {
    const { files, run } = await readAll(
      `<test-run result="${result}"><test-suite name="S" fullname="S" result="${result}" site="teardown"><failure><message>no</message></failure><test-case fullname="S.a" name="a" classname="S" result="passed"/></test-suite></test-run>`,
      'nunit',
    );
    expect(files).toMatchObject([{ file: 'S', errors: [{ message: 'no' }] }]);
    expect(run.status).toBe('failed');
  },
);

it.each([
  ['fail', 'failed'],
  ['Failed', 'failed'],
  ['ERROR', 'failed'],
  ['pass', 'passed'],
  ['NotRun', 'skipped'],
])('reads the result %s of xUnit.net as %s', async (result, status) => {
  const { results } = await readAll(
    `<assemblies><assembly name="a.dll"><collection><test name="S.a" type="S" result="${result}"/></collection></assembly></assemblies>`,
    'xunit',
  );
  expect(results.map((one) => one.status)).toEqual([status]);
});

describe('CTRF', () => {
  it.each([
    [{ status: 'other', rawStatus: 'failed' }, 'failed'],
    [{ status: 'other', rawStatus: 'timedOut' }, 'timedOut'],
    [{ status: 'other', rawStatus: 'timed_out' }, 'timedOut'],
    [{ status: 'other', rawStatus: 'error' }, 'failed'],
    [{ status: 'other', rawStatus: 'broken' }, 'failed'],
    [{ status: 'other', rawStatus: 'interrupted' }, 'interrupted'],
    [{ status: 'other', rawStatus: 'cancelled' }, 'interrupted'],
    [{ status: 'other', rawStatus: 'aborted' }, 'interrupted'],
    [{ status: 'cancelled' }, 'interrupted'],
    [{ status: 'other', rawStatus: 'not passed' }, 'failed'],
    [{ status: 'other', rawStatus: 'blocked' }, 'skipped'],
    [{ status: 'other' }, 'skipped'],
    [{ status: 'broken' }, 'failed'],
    [{ status: 'error' }, 'failed'],
    [{ status: 'FAILED' }, 'failed'],
    [{ status: 'timedOut' }, 'timedOut'],
    [{ status: 'Passed' }, 'passed'],
    [{ rawStatus: 'failed' }, 'failed'],
    [{ status: 'failed', rawStatus: 'timeout' }, 'timedOut'],
    // Expected to fail, or skipped for it.
    [{ status: 'passed', rawStatus: 'failed' }, 'passed'],
    [{ status: 'skipped', rawStatus: 'failed' }, 'skipped'],
  ])('reads %j as %s', async (fields, status) => {
    const test = { name: 'a', message: 'no', ...fields };
    const { results } = await readAll(JSON.stringify({ results: { tests: [test] } }), 'ctrf');
    expect(results.map((result) => result.status)).toEqual([status]);
  });

  it.each([
    [{ status: 'other', rawStatus: 'interrupted' }, 'interrupted'],
    [{ status: 'other', rawStatus: 'cancelled' }, 'interrupted'],
    [{ status: 'skipped' }, 'skipped'],
    [{ status: 'other' }, 'skipped'],
    [{ status: 'passed' }, 'passed'],
  ])('reads the attempt %j as %s', async (attempt, status) => {
    const test = { name: 'a', status: 'passed', retries: 1, retryAttempts: [attempt] };
    const { results } = await readAll(JSON.stringify({ results: { tests: [test] } }), 'ctrf');
    expect(results[0]?.attempts?.map((one) => one.status)).toEqual([status, 'passed']);
  });

  it('keeps the error and the attempts of such a test', async () => {
    const test = {
      name: 'a',
      status: 'broken',
      message: 'no till',
      retries: 1,
      retryAttempts: [{ attempt: 1, status: 'other', rawStatus: 'timedOut', message: 'late' }],
    };
    const report = await readAll(JSON.stringify({ results: { tests: [test] } }), 'ctrf');
    expect(outline(report)).toEqual([
      'failed | unknown | a | timedOut 0 ms (late) | failed 0 ms (no till)',
    ]);
  });
});

describe('a run of TAP that only bails out', () => {
  it.each([
    'Bail out!',
    'Bail out! no database',
    'bail out! no database\n',
    '# starting\nBail out! no database\n',
    'TAP version 13\nBail out! no database\n',
    'TAP version 14\n1..0\nBail out! no database\n',
    '1..3\nBail out! no database\n',
    '    Bail out! no database\n',
  ])('is a failed run: %j', async (text) => {
    expect(recognizeFormat(text)).toBe('tap');
    const { run, error } = await readAll(text, 'tap');
    expect(run).toMatchObject({
      framework: 'tap',
      errors: [{ message: expect.stringMatching(/^Bail out!/) }],
    });
    expect(error).toBeUndefined();
  });

  it.each(['Bailiff', 'a text\nBail out!', 'We had to bail out! Late.'])(
    'is not any text: %j',
    (text) => expect(recognizeFormat(text)).toBeUndefined(),
  );
});
