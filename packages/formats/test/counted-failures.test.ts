import { describe, expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const complaintOf = async (text: string, format?: Parameters<typeof readAll>[1]) => {
  const { error } = await readAll(text, format);
  return error instanceof Error ? error.message : error;
};

const PASSED = '<testcase classname="s" name="a"/>';
const FAILED = '<testcase classname="s" name="b"><failure message="no"/></testcase>';

describe('a JUnit report that counts failures and lists none is never green', () => {
  it.each([
    [
      `<testsuites failures="1"><testsuite name="lint" failures="1">${PASSED}</testsuite></testsuites>`,
      "1 failure in the suite 'lint'",
    ],
    [
      `<testsuite name="s" errors="3" failures="0">${PASSED}</testsuite>`,
      "3 errors in the suite 's'",
    ],
    [
      `<testsuite name="s" errors="1" failures="2">${PASSED}</testsuite>`,
      "2 failures and 1 error in the suite 's'",
    ],
    [`<testsuites errors="1"><testsuite name="s">${PASSED}</testsuite></testsuites>`, '1 error'],
    [
      `<testsuite name="elm-test" failed="1">${PASSED}</testsuite>`,
      "1 failure in the suite 'elm-test'",
    ],
    [
      `<testsuites><testsuite name="a" failures="1">${PASSED}</testsuite><testsuite name="b" failures="1">${FAILED}</testsuite></testsuites>`,
      "1 failure in the suite 'a'",
    ],
    [
      `<testsuites><testsuite name="a" failures="1">${FAILED}</testsuite><testsuite name="b" errors="1" tests="0"/></testsuites>`,
      "1 error in the suite 'b'",
    ],
    [
      `<testsuites failures="1"><testsuite name="outer" failures="1"><testsuite name="inner" failures="1">${PASSED}</testsuite></testsuite></testsuites>`,
      "1 failure in the suite 'inner'",
    ],
    [`<testsuite name="s" Failures="1">${PASSED}</testsuite>`, "1 failure in the suite 's'"],
    [`<testsuite name="s" status="FAILED">${PASSED}</testsuite>`, "a failure in the suite 's'"],
    [
      `<testsuite name="s" failures="1"><testcase name="a"><skipped/></testcase></testsuite>`,
      "1 failure in the suite 's'",
    ],
  ])('%s', async (text, counts) => {
    expect(await complaintOf(text)).toBe(`it counts ${counts} and lists none`);
  });

  it('sends what it lists all the same', async () => {
    const { results } = await readAll(`<testsuite name="s" failures="1">${PASSED}</testsuite>`);
    expect(results).toMatchObject([{ status: 'passed' }]);
  });

  it('shortens the name of a suite', async () => {
    const text = `<testsuite name="${'n'.repeat(10_000)}" failures="1">${PASSED}</testsuite>`;
    expect((await complaintOf(text))?.toString().length).toBeLessThan(200);
  });
});

const ofGo = (suite: string, root: string) =>
  `<testsuites tests="1" failures="0" ${root}><testsuite name="shop/cart" ${suite}><properties><property name="go.version" value="go1.26.1"/></properties>${PASSED}</testsuite></testsuites>`;

describe('counts of JUnit that are no contradiction', () => {
  it.each([
    ['a failure and an error of one test', 'failures="1" errors="1"', FAILED],
    ['assertions', 'failures="5"', FAILED],
    ['a failure by an attribute', 'failures="1"', '<testcase name="a" status="failed"/>'],
    ['an error of the suite', 'errors="1"', `${PASSED}<error message="no"/>`],
    ['a flaky test', 'failures="1"', '<testcase name="a"><flakyFailure message="no"/></testcase>'],
    [
      'a failed test of an equal name',
      'failures="1"',
      `${FAILED}<testcase classname="s" name="b"/>`,
    ],
    [
      'a test that CTest could not start',
      'failures="1"',
      '<testcase name="a" classname="a" status="notrun"><skipped message="Unable to find executable"/></testcase>',
    ],
    ['no number', 'failures="" errors="none"', PASSED],
    ['a negative number', 'failures="-1"', PASSED],
    [
      "the messages that Qt's tests print",
      'failures="0" errors="2"',
      `<properties><property name="QTestVersion" value="5.15.2"/></properties>${PASSED}`,
    ],
  ])('%s', async (_, counts, inside) => {
    expect(
      await complaintOf(`<testsuite name="s" ${counts}>${inside}</testsuite>`),
    ).toBeUndefined();
  });

  it('lines on the standard error, which gotestsum counts for the run', async () => {
    expect(await complaintOf(ofGo('', 'errors="3"'))).toBeUndefined();
    // go-junit-report counts failures there.
    expect(await complaintOf(ofGo('errors="1"', 'errors="1"'))).toMatch(/^it counts 1 error in /);
  });

  it('a merged report whose root counts less, or more of what it lists', async () => {
    const suite = `<testsuite name="s" failures="1">${FAILED}</testsuite>`;
    for (const count of [0, 1, 7]) {
      const text = `<testsuites failures="${count}">${suite}${suite}</testsuites>`;
      expect(await complaintOf(text)).toBeUndefined();
    }
  });

  it('a build that failed, which Go reports outside of tests', async () => {
    const text =
      '<testsuites errors="1"><testsuite name="example.com/p" failures="0"><testcase classname="" name="TestMain"><failure message="Failed"/></testcase></testsuite></testsuites>';
    expect(await complaintOf(text)).toBeUndefined();
  });
});

const mocha = { title: 'a', fullTitle: 's a', file: 'a.js', err: {} };
const jest = (status: string) => ({
  name: 'a.test.js',
  assertionResults: [{ title: 'a', status, ancestorTitles: [], failureMessages: [] }],
});
const spec = (status: string) => [
  {
    title: 'a.spec.ts',
    specs: [{ title: 'a', tests: [{ status, results: [{ status: 'passed' }] }] }],
  },
];
const nunit = (counts: string, result = 'Passed') =>
  `<test-run total="1" ${counts}><test-suite name="S"><test-case fullname="S.a" name="a" classname="S" result="${result}"/></test-suite></test-run>`;
const trx = (counters: string, outcome = 'Passed') =>
  `<TestRun><Results><UnitTestResult testName="a" outcome="${outcome}"/></Results><ResultSummary><Counters total="1" ${counters}/></ResultSummary></TestRun>`;
const xunit = (counts: string, result = 'Pass') =>
  `<assemblies><assembly name="a.dll" total="1" ${counts}><collection><test name="S.a" type="S" result="${result}"/></collection></assembly></assemblies>`;

it.each([
  ['ctrf', { results: { summary: { failed: 1 }, tests: [{ name: 'a', status: 'passed' }] } }],
  ['jest-json', { numTotalTests: 1, numFailedTests: 1, testResults: [jest('passed')] }],
  ['vitest-json', { numTotalTests: 1, numFailedTests: 1, testResults: [jest('passed')] }],
  ['mocha-json', { stats: { failures: 1 }, tests: [mocha], passes: [mocha] }],
  [
    'mochawesome',
    { stats: { failures: 1 }, results: [{ suites: [], tests: [{ title: 'a', pass: true }] }] },
  ],
  ['playwright-json', { suites: spec('expected'), stats: { expected: 0, unexpected: 1 } }],
  ['nunit', nunit('failed="1"')],
  [
    'nunit',
    '<test-results total="1" failures="0" errors="1"><test-suite name="S"><results><test-case name="S.a" executed="True" success="True"/></results></test-suite></test-results>',
  ],
  ['trx', trx('failed="1"')],
  ['trx', trx('failed="0" timeout="1"')],
  ['xunit', xunit('failed="1"')],
  ['tap', 'TAP version 13\nok 1 - a\n\n1..1\n# tests 1\n# pass  0\n# fail  1\n'],
  ['tap', 'not ok 1 - a # TODO later\nok 2 - b\n1..2\n# tests 2\n# pass 0\n# fail 2\n'],
] as const)('compares the counts of %s, too', async (format, report) => {
  const text = typeof report === 'string' ? report : JSON.stringify(report);
  expect(await complaintOf(text, format)).toBe('it counts 1 failure and lists none');
});

it.each([
  ['ctrf', { results: { summary: { failed: 2 }, tests: [{ name: 'a', status: 'failed' }] } }],
  ['jest-json', { numTotalTests: 1, numFailedTests: 2, testResults: [jest('failed')] }],
  ['mocha-json', { stats: { failures: 1 }, failures: [{ ...mocha, title: '"before all" hook' }] }],
  ['playwright-json', { suites: spec('expected'), stats: { expected: 1, flaky: 1 } }],
  ['nunit', nunit('failed="2"', 'Failed')],
  ['trx', trx('failed="2"', 'Failed')],
  ['trx', trx('failed="0" passed="1"')],
  ['xunit', xunit('failed="2"', 'Fail')],
  ['tap', 'TAP version 13\n# fail 3\nok 1 - a\n\n1..1\n# tests 1\n# pass  1\n# fail  0\n'],
  ['tap', '# fail 3\nok 1 - a\n1..1\n'],
  ['tap', 'ok 1 - a\n1..1\n# fail 1\n'],
  ['tap', '1..1\nok 1 - a\n# fail 1\n# tests 1\n'],
  ['tap', 'not ok 1 - a # TODO later\nok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n'],
  ['tap', 'TAP version 13\nnot ok 1 - a\n1..1\n# fail 2\n'],
] as const)('has nothing against other counts of %s', async (format, report) => {
  const text = typeof report === 'string' ? report : JSON.stringify(report);
  expect(await complaintOf(text, format)).toBeUndefined();
});

it('refuses a report of Playwright that counts tests and lists none', async () => {
  const text = JSON.stringify({ suites: [], stats: { expected: 2, skipped: 1 } });
  expect(await complaintOf(text, 'playwright-json')).toBe('it counts 3 tests and lists none');
});
