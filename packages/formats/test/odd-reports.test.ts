import { describe, expect, it } from 'vitest';
import { isEmptyReport, RECOGNITION_BYTES, recognizeFormat } from '../src/report-format.ts';
import { outline, readAll } from './read-all.ts';

// Shapes that real projects' reports have. The reports here are written by hand.

describe('what is a report', () => {
  it.each([
    ['<?xml version="1.0"?>\n<!-- made by x -->\n<testsuites/>', 'junit'],
    ['\n\n<?xml version="1.0"?><testsuite name="a"/>', 'junit'],
    ['\ufeff<j:testsuite xmlns:j="x"/>', 'junit'],
    ['<!DOCTYPE x [<!ENTITY a "b>">]><testsuite/>', 'junit'],
    ['<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">', 'trx'],
    ['<?xml version="1.0"?><test-run id="2">', 'nunit'],
    ['<test-results name="a" total="1">', 'nunit'],
    ['go: downloading x v1.0.0\n{"Action":"start","Package":"p"}\n', 'go-json'],
    ['{"ImportPath":"p","Action":"build-output","Output":"# p"}\n', 'go-json'],
    ['{"Action":"start"}\n{"level":"info","Package":"p"}\n', undefined],
    ['<assemblies timestamp="x">', 'xunit'],
    ['<assembly name="a.dll" run-date="2026-11-20" total="1">', 'xunit'],
    ['<assembly xmlns="http://maven.apache.org/ASSEMBLY/2.2.0"><id>run-date=</id>', undefined],
    ['<testrun name="a" project="b"><testsuite/></testrun>', undefined],
    ['<?xml version="1.0"?><checkstyle version="1"/>', undefined],
    ['<?xml version="1.0"?><coverage/>', undefined],
    ['<testsuitesummary/>', undefined],
    ['<!-- <testsuite> --><html/>', undefined],
    ['{"specVersion":"1","results":{"summary":{"tests":1},"tool":{"name":"a"}}}', 'ctrf'],
    ['{"extra":{"a":[{"b":1}]},"reportFormat":"CTRF","results":{"tests":[]}}', 'ctrf'],
    ['{"results":[{"tool":{}}]}', undefined],
    ['{"numTotalTests":1,"numTotalTestSuites":1,"startTime":1,"testResults":[]}', 'vitest-json'],
    ['{"testResults":[],"wasInterrupted":false,"numTotalTests":1}', 'jest-json'],
    ['{"config":{"rootDir":"/a"},"suites":[]}', 'playwright-json'],
    ['{"config":"numTotalTests\\":1"}', undefined],
    ['{"a":{"numTotalTests":1}}', undefined],
    ['{"name":"x","version":"1.0.0"}', undefined],
  ])('%j is %s', (head, format) => {
    expect(recognizeFormat(head)).toBe(format);
  });

  it('knows the file of a tool that died', () => {
    expect(['', ' \n', '<?xml version="1.0"?>\n<!-- x -->'].map(isEmptyReport)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isEmptyReport('<a/>')).toBe(false);
  });

  it('judges hostile beginnings in the time of their length', () => {
    const heads = ['<!DOCTYPE [', '<!--', '<?x', '{"a":"\\', '{"', '[{'].map((text) =>
      text.repeat(RECOGNITION_BYTES / text.length),
    );
    expect(heads.map(recognizeFormat)).toEqual(heads.map(() => undefined));
  });
});

const twoTests = (name: string) =>
  `<testcase classname="com.shop.${name}" name="a" time="1.2"/><testcase classname="com.shop.${name}" name="b" time="0.3"/>`;

describe('JUnit XML', () => {
  it('reads times in nanoseconds, which no test takes as seconds', async () => {
    const { results } = await readAll(
      '<testsuites><testsuite name="x"><testcase name="a" time="1250000000"/></testsuite></testsuites>',
    );
    expect(results[0]?.durationMs).toBe(1250);
  });

  it("reads Mocha's own xunit reporter by class and name, and its kind of date", async () => {
    const report = await readAll(
      `<testsuite name="Mocha Tests" tests="3" timestamp="Sat, 03 Dec 2022 23:10:07 GMT" time="0.29">
         <testcase classname="parser matchers" name="matchers" file="test/a.js" time="0"/>
         <testcase classname="parser" name="reads a file" file="test/a.js" time="0"/>
         <testcase classname="" name="alone" file="test/a.js" time="0"/>
       </testsuite>`,
    );
    expect(outline(report)).toEqual([
      'passed | test/a.js | parser matchers › matchers',
      'passed | test/a.js | parser › reads a file',
      'passed | test/a.js | alone',
    ]);
    expect(report.run.startedAt).toBe(Date.UTC(2022, 11, 3, 23, 10, 7));
  });

  it.each([
    ['2021-03-07T10:36:56 UTC', Date.UTC(2021, 2, 7, 10, 36, 56)],
    ['1679511632462', 1_679_511_632_462],
    ['1679511632', 1_679_511_632_000],
    ['soon', undefined],
  ])('reads the timestamp %s', async (timestamp, at) => {
    const { run } = await readAll(
      `<testsuite name="a" timestamp="${timestamp}"><testcase name="b"/></testsuite>`,
    );
    expect(run.startedAt).toBe(at);
  });

  it('takes the earliest test where no suite says when it began', async () => {
    const { run } = await readAll(
      `<testsuite name="a"><testcase name="b" timestamp="2024-02-13T10:28:59Z"/>
       <testcase name="c" timestamp="2024-02-13T10:28:58Z"/></testsuite>`,
    );
    expect(run.startedAt).toBe(Date.UTC(2024, 1, 13, 10, 28, 58));
  });

  it('adds up the tests of a suite without a time', async () => {
    const { run, files } = await readAll(
      `<testsuites>
         <testsuite name="A" timestamp="2026-11-20T10:00:00Z">${twoTests('A')}</testsuite>
         <testsuite name="outer" timestamp="2026-11-20T10:00:02Z">
           <testsuite name="B">${twoTests('B')}</testsuite>
           <testsuite name="C" time="4">${twoTests('C')}</testsuite>
           <testsuite name="D" time="0">${twoTests('D')}</testsuite>
         </testsuite>
       </testsuites>`,
    );
    expect(files.map(({ file, durationMs }) => [file, durationMs])).toEqual([
      ['com.shop.A', 1_500],
      ['com.shop.B', 1_500],
      ['com.shop.C', 4_000],
      ['com.shop.D', 0],
    ]);
    expect(run).toMatchObject({
      startedAt: Date.UTC(2026, 10, 20, 10, 0, 0),
      endedAt: Date.UTC(2026, 10, 20, 10, 0, 7, 500),
      durationMs: 7_000,
    });
  });

  it('knows when a suite began as soon as it has read its first test', async () => {
    const suite = '<testsuite name="a" timestamp="2026-11-20T10:00:00Z"><testcase name="b"/>';
    const { run } = await readAll(suite);
    expect(run.startedAt).toBe(Date.UTC(2026, 10, 20, 10, 0, 0));
  });

  it('prefers the fault that says why, and keeps a lone word', async () => {
    const report = await readAll(
      `<testsuite name="a">
         <testcase name="one"><failure/><error message="still displayed after 20000ms"/></testcase>
         <testcase name="two"><failure message="failed"/></testcase>
         <testcase name="three"><failure>/app/tests/a.php:12</failure></testcase>
         <testcase name="four"><failure/></testcase>
       </testsuite>`,
    );
    expect(report.results.map(({ attempts }) => attempts?.[0]?.errors)).toEqual([
      [{ message: 'still displayed after 20000ms' }],
      [{ message: 'failed' }],
      [{ message: '/app/tests/a.php:12' }],
      [{ message: 'No message' }],
    ]);
  });

  it.each([
    [['failed', 'passed'], ['passed | failed 0 ms | passed 0 ms']],
    [
      ['passed', 'passed', 'passed'],
      ['passed', 'passed', 'passed'],
    ],
    [
      ['passed', 'failed', 'passed'],
      ['passed', 'failed | failed 0 ms', 'passed'],
    ],
  ])('reads %j of one Go test as %j', async (outcomes, expected) => {
    const cases = outcomes.map(
      (outcome) =>
        `<testcase name="TestA" classname="p">${outcome === 'failed' ? '<failure/>' : ''}</testcase>`,
    );
    const report = await readAll(
      `<testsuite name="example.com/p"><properties><property name="go.version" value="go1.23"/></properties>${cases.join('')}</testsuite>`,
    );
    const lines = outline(report).map((line) =>
      line.replace(' | example.com/p | TestA', '').replaceAll(' (No message)', ''),
    );
    expect(lines).toEqual(expected);
  });

  it('takes a pytest failure without a class for a test, unless it is of the collection', async () => {
    const report = await readAll(
      `<testsuite name="pytest">
         <testcase file="test/test_a.py" name="test a"><failure message="no">x</failure></testcase>
         <testcase file="test/test_b.py" name="test b"/>
         <testcase classname="" name="test.test_c"><error message="collection failure">E   boom</error></testcase>
         <testcase classname="" name="test.test_d"><skipped message="collection skipped">x</skipped></testcase>
       </testsuite>`,
    );
    expect(outline(report)).toEqual([
      'failed | test/test_a.py | test a | failed 0 ms (no)',
      'passed | test/test_b.py | test b',
      'skipped | test/test_d.py | (module) | @skip: collection skipped',
    ]);
    expect(report.files).toMatchObject([{ file: 'test/test_c.py', errors: [{ message: 'boom' }] }]);
  });

  it('knows tests that GoogleTest skipped by an attribute', async () => {
    const { results } = await readAll(
      `<testsuite name="a"><testcase name="b" status="run" result="skipped"/>
       <testcase name="c" status="notrun" result="suppressed"/>
       <testcase name="d" status="run" result="completed"/></testsuite>`,
    );
    expect(results.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'passed']);
  });

  it.each([1, 7, 64 * 1024])('reads a bare & as it is meant, in pieces of %i', async (bytes) => {
    const report = await readAll(
      '\n <?xml version="1.0"?>\n<testsuite name="a"><testcase name="Tom & Jerry &amp; &#38; AT&T &lt;3"/></testsuite>',
      'junit',
      bytes,
    );
    expect(report.error).toBeUndefined();
    expect(report.results.map(({ titlePath }) => titlePath)).toEqual([['Tom & Jerry & & AT&T <3']]);
  });

  it("leaves the rest of colour codes out of Vitest's messages", async () => {
    const { results } = await readAll(
      `<testsuites name="vitest tests"><testsuite name="a.test.ts"><testcase classname="a.test.ts" name="b">
       <failure message="expected [31m1[39m to be [32m[2]" type="AssertionError">AssertionError: expected [31m1[39m to be [32m[2]</failure>
       </testcase></testsuite></testsuites>`,
    );
    expect(results[0]?.attempts?.[0]?.errors).toEqual([
      { message: 'AssertionError: expected 1 to be [2]' },
    ]);
  });
});

describe('a report that counts tests and lists none', () => {
  it.each([
    ['junit', '<testsuites tests="6"><testsuite name="a" tests="6"/></testsuites>'],
    ['ctrf', '{"results":{"tool":{"name":"a"},"tests":[],"summary":{"tests":6}}}'],
    ['jest-json', '{"numTotalTests":6,"testResults":[]}'],
    ['vitest-json', '{"testResults":[],"numTotalTests":6}'],
  ] as const)('is never a green run of %s without tests', async (format, text) => {
    const { error } = await readAll(text, format);
    expect(error).toMatchObject({ message: 'it counts 6 tests and lists none' });
  });

  it('is not confused with one that has no tests', async () => {
    const { error } = await readAll('<testsuites tests="0"/>');
    expect(error).toBeUndefined();
  });
});

it("reads Jest's aggregated result, also where it calls itself a success", async () => {
  const report = await readAll(
    JSON.stringify({
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      numTotalTests: 2,
      startTime: 1_789_712_747_092,
      success: true,
      testResults: [
        {
          testFilePath: '/app/a.test.js',
          failureMessage: '● a › b',
          perfStats: { start: 1_789_712_747_100, end: 1_789_712_747_350 },
          testResults: [
            {
              ancestorTitles: ['a'],
              title: 'b',
              status: 'failed',
              duration: 5,
              failureMessages: ['Error: no'],
            },
            {
              ancestorTitles: ['a'],
              title: 'c',
              status: 'passed',
              duration: 1,
              failureMessages: [],
            },
          ],
        },
        {
          testFilePath: '/app/b.test.js',
          failureMessage: '  ● Test suite failed to run\n\n    Cannot find module x',
          testResults: [],
        },
      ],
    }),
    'jest-json',
  );
  expect(outline(report)).toEqual([
    'failed | /app/a.test.js | a › b | failed 5 ms (Error: no)',
    'passed | /app/a.test.js | a › c',
  ]);
  expect(report.run.status).toBe('failed');
  expect(report.files).toMatchObject([
    { file: '/app/a.test.js', durationMs: 250, errors: undefined },
    { file: '/app/b.test.js', errors: [{ message: 'Cannot find module x' }] },
  ]);
});

it.each([
  ['of all attempts', 2, ['failed', 'failed', 'passed']],
  ['of those before the last', 2, ['failed', 'failed']],
])('reads a list %s of CTRF', async (_, retries, statuses) => {
  const retryAttempts = statuses.map((status, index) => ({
    attempt: index + 1,
    status,
    duration: 10,
    message: status === 'failed' ? 'Connection reset' : undefined,
  }));
  const test = { name: 'a', status: 'passed', duration: 30, flaky: true, retries, retryAttempts };
  const { results } = await readAll(
    JSON.stringify({ results: { tool: { name: 'x' }, tests: [test] } }),
    'ctrf',
  );
  expect(results[0]?.attempts?.map(({ status }) => status)).toEqual(['failed', 'failed', 'passed']);
});
