import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll, readFixture, type WholeReport } from '../read-all.ts';

// The shapes of these reports are those of real ones; their content is made up.

async function read(name: string): Promise<WholeReport> {
  const text = readFileSync(new URL(`../fixtures/dotnet/${name}`, import.meta.url), 'utf8');
  const format = recognizeFormat(text.slice(0, 1000));
  if (format === undefined || format === 'allure') throw new Error(`${name} is not recognized`);
  const whole = await readAll(text, format);
  expect(whole.error).toBeUndefined();
  return whole;
}

it('reads TRX with the classes that it names after the results', async () => {
  const report = await read('shop.trx');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | Shop.Tests.Cart | AddsUp",
      "passed | Shop.Tests.Cart | Costs(name: "tea", price: 2.5) | passed 1 ms",
      "failed | Shop.Tests.PriceTests | Rounds | failed 410 ms (Assert.Equal() Failure: Values differ)",
      "timedOut | Shop.Tests.PriceTests | Down › Halves | timedOut 60000 ms (Test 'Halves' exceeded execution timeout period.)",
      "skipped | Shop.Tests.PriceTests | IsQuoted | @skip: no printer here",
      "skipped | Shop.Tests.Cart | Depends | @inconclusive: Assert.Inconclusive failed. no rates yet",
      "failed | Shop.Tests.Cart | TakesNothing | failed 0 ms (UTA007: Method TakesNothing has wrong signature.)",
      "passed | Shop.Tests.Cart | Rates (EUR)",
      "failed | Shop.Tests.Cart | Rates (USD) | failed 20 ms (Assert.AreEqual failed. Expected:<1>. Actual:<2>.)",
      "interrupted | shop.tests.dll | Sends | interrupted 4600 ms",
    ]
  `);
  expect(report.files).toEqual([
    {
      file: 'Shop.Tests.Cart',
      durationMs: 0,
      errors: [{ message: 'Test Class Cleanup Failure (Shop.Tests.Cart.AddsUp)' }],
    },
  ]);
});

it('reads from TRX what happened to the whole run, without what the tests already say', async () => {
  const { run } = await read('shop.trx');
  expect(run).toMatchObject({
    framework: 'dotnet',
    startedAt: Date.UTC(2026, 10, 20, 10, 0, 1, 500),
    endedAt: Date.UTC(2026, 10, 20, 10, 0, 9, 250),
    status: 'failed',
    errors: [{ message: 'The active test run was aborted. Reason: Test host process crashed' }],
  });
});

it('reads from TRX errors with the place of the first own frame, output and attachments', async () => {
  const { results, attachments } = await read('shop.trx');
  expect(results[1]?.attempts).toEqual([
    {
      status: 'passed',
      durationMs: 1,
      stdout: 'counting coins\ndone\nopened the drawer',
      stderr: 'low on coins',
    },
  ]);
  expect(results[2]).toMatchObject({
    startedAt: '2026-11-20T10:00:03.000Z',
    attempts: [
      {
        errors: [
          {
            message: 'Assert.Equal() Failure: Values differ\nExpected: 3\nActual:   2',
            stack: expect.stringContaining('at Shop.Tests.PriceTests.Rounds() in '),
            location: { file: 'C:\\repo\\Shop.Tests\\PriceTests.cs', line: 21 },
          },
        ],
      },
    ],
  });
  const folder = 'dev_BUILD-7_2026-11-20_11_00_00/In/e3/BUILD-7';
  expect(attachments).toEqual([
    { result: results[2], attempt: 1, name: 'till.png', content: { path: `${folder}/till.png` } },
    { result: results[2], attempt: 1, name: 'till.log', content: { path: 'C:/temp/till.log' } },
    {
      result: results[2],
      attempt: 1,
      name: 'rounds.wmv',
      content: { path: `${folder}/rounds.wmv` },
    },
  ]);
});

it('gives a test the same identity in TRX and in JUnit of the same run', async () => {
  const [trx, junit] = await Promise.all([read('shop.trx'), readFixture('dotnet')]);
  expect(identities(trx)).toEqual(expect.arrayContaining(identities(junit)));
});

it('returns the readable results of TRX that breaks off, with the classes that their names have', async () => {
  const text = readFileSync(new URL('../fixtures/dotnet/shop.trx', import.meta.url), 'utf8');
  const report = await readAll(text.slice(0, text.indexOf('testName="Rounds"')), 'trx');
  expect(outline(report)).toEqual([
    'passed | Shop.Tests.Cart | AddsUp',
    'passed | Shop.Tests.Cart | Costs(name: "tea", price: 2.5) | passed 1 ms',
  ]);
  expect(report.error).toMatchObject({ message: 'it ends in the middle of <Results>' });
});

const trx = (results: string) =>
  `<TestRun><Results>${results}</Results><TestDefinitions><UnitTest id="1"><TestMethod className="Shop.Cart"/></UnitTest></TestDefinitions></TestRun>`;
const row = (name: string, inner = '') =>
  `<UnitTestResult testName="${name}" outcome="Passed">${inner}</UnitTestResult>`;
const dataDriven = (rows: string) =>
  `<UnitTestResult testId="1" testName="Adds" outcome="Passed"><InnerResults>${rows}</InnerResults></UnitTestResult>`;

/** The output of a result without rows, with many elements before and after its empty list of rows. */
async function outputBehind(count: number): Promise<unknown[]> {
  const many = '<Odd/>'.repeat(count);
  const late = `${many}<Output><StdOut>late</StdOut></Output>`;
  const text = `<UnitTestResult testName="Adds" outcome="Failed">${many}<InnerResults><Odd/></InnerResults>${late}</UnitTestResult>`;
  const { results } = await readAll(trx(text), 'trx');
  return results.map(({ attempts }) => attempts?.[0]?.stdout);
}

describe('rows of a data-driven test in TRX', () => {
  it('are all read, however many there are', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) =>
      row(`Adds (${index})`, '<Output><StdOut>slow</StdOut><StdErr>none</StdErr></Output>'),
    );
    const { results, error } = await readAll(trx(dataDriven(rows.join('')) + row('Alone')), 'trx');
    expect(error).toBeUndefined();
    expect(results).toHaveLength(12_001);
    const last = results.at(-2);
    expect([last?.file, last?.titlePath]).toEqual(['Shop.Cart', ['Adds (11999)']]);
    expect(results.at(-1)?.titlePath).toEqual(['Alone']);
  });

  it('may be driven by data themselves, and may be none', async () => {
    const inner = `<InnerResults>${row('Adds (1, a)')}${row('Adds (1, b)')}</InnerResults>`;
    const text = dataDriven(row('Adds (1)', inner) + row('Adds (2)')) + dataDriven('');
    const names = (await readAll(trx(text), 'trx')).results.map(({ file, titlePath }) => [
      file,
      ...titlePath,
    ]);
    expect(names).toEqual([
      ['Shop.Cart', 'Adds (1, a)'],
      ['Shop.Cart', 'Adds (1, b)'],
      ['Shop.Cart', 'Adds (2)'],
      ['Shop.Cart', 'Adds'],
    ]);
  });

  it('hide no other result where they are in no result', async () => {
    const stray = `<InnerResults>${row('Stray')}</InnerResults>`;
    for (const text of [stray, `<Odd>${stray}</Odd>`, `<Odd>${dataDriven(row('Stray'))}</Odd>`]) {
      const { results } = await readAll(trx(text + row('Next')), 'trx');
      expect(results.map(({ titlePath }) => titlePath.join())).toEqual(['Stray', 'Next']);
    }
  });

  it('leave the limit of the result around them as it is', async () => {
    expect(await outputBehind(1_000)).toEqual(['late']);
    expect(await outputBehind(9_000)).toEqual([undefined]);
  });
});

describe('NUnit', () => {
  it('is read with classes, arguments, tags and errors of suites', async () => {
    const report = await read('nunit3.xml');
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | Shop.Tests.Cart | AddsUp | @Description: Adds prices",
        "passed | Shop.Tests.Cart | Costs("tea",2.5d) | passed 1 ms",
        "failed | Shop.Tests.Till(42) | Opens | failed 410 ms (Expected: 3)",
        "timedOut | Shop.Tests.Till(42) | Hangs | timedOut 15 ms (Test exceeded Timeout value 10ms.)",
        "failed | Shop.Tests.Till(42) | IsPrivate | failed 0 ms (Method is not public)",
        "skipped | Shop.Tests.PriceTests | Down › Halves | @skip: no printer here",
        "skipped | Shop.Tests.PriceTests | Down › Depends | @inconclusive: no rates yet",
        "passed | Shop.Tests.PriceTests | Down › Warns",
      ]
    `);
    expect(report.results.map(({ tags }) => tags)).toEqual([
      ['fast', 'money'],
      ['fast'],
      ...Array.from({ length: 6 }, () => undefined),
    ]);
    expect(report.files).toMatchInlineSnapshot(`
      [
        {
          "durationMs": 0,
          "errors": [
            {
              "location": {
                "file": "/repo/Shop.Tests/Cart.cs",
                "line": 12,
              },
              "message": "TearDown : System.IO.IOException : the till is open",
              "stack": "at Shop.Tests.Cart.Close() in /repo/Shop.Tests/Cart.cs:line 12",
            },
          ],
          "file": "Shop.Tests.Cart",
          "stdout": "opening the shop
      ",
        },
        {
          "durationMs": 0,
          "errors": [
            {
              "message": "No suitable constructor was found",
            },
          ],
          "file": "Shop.Tests.Rates",
          "stdout": undefined,
        },
      ]
    `);
    expect(report.run).toMatchObject({
      framework: 'nunit',
      frameworkVersion: '4.3.2',
      startedAt: Date.UTC(2026, 10, 20, 10, 0, 0),
      endedAt: Date.UTC(2026, 10, 20, 10, 0, 4),
      durationMs: 3_500,
      status: 'failed',
    });
  });

  it('has the attachments of a test', async () => {
    const { results, attachments } = await read('nunit3.xml');
    expect(attachments).toEqual([
      { result: results[2], attempt: 1, name: 'the till', content: { path: '/repo/out/till.png' } },
      {
        result: results[2],
        attempt: 1,
        name: 'till.log',
        content: { path: 'C:\\repo\\out\\till.log' },
      },
    ]);
  });

  it('is read in version 2, where a name is the full name', async () => {
    const report = await readAll(
      `<test-results name="C:\\Shop.Tests.dll" total="5" date="2026-11-20" time="10:00:00">
        <environment nunit-version="2.6.4"/>
        <test-suite type="Assembly" name="C:\\Shop.Tests.dll" result="Failure"><results>
        <test-suite type="Namespace" name="Shop" result="Failure"><results>
        <test-suite type="TestFixture" name="Cart+Till(1.5)" result="Failure"><categories><category name="fast"/></categories><results>
          <test-case name="Shop.Cart+Till(1.5).Opens(2.5)" executed="True" result="Success" success="True" time="0.012"/>
          <test-case name="Shop.Cart+Till(1.5).Closes" executed="True" result="Failure" time="0,120"><failure><message>no</message><stack-trace>at A</stack-trace></failure></test-case>
          <test-case name="Shop.Cart+Till(1.5).Rests" executed="False" result="Ignored"><reason><message>later</message></reason></test-case>
          <test-case name="Shop.Cart+Till(1.5).Old" executed="False"/>
          <test-case name="Shop.Cart+Till(1.5).Older" executed="True" success="False"/>
        </results></test-suite></results></test-suite></results></test-suite></test-results>`,
      'nunit',
    );
    expect(report.error).toBeUndefined();
    expect(outline(report)).toEqual([
      'passed | Shop.Cart | Till(1.5) › Opens(2.5)',
      'failed | Shop.Cart | Till(1.5) › Closes | failed 120 ms (no)',
      'skipped | Shop.Cart | Till(1.5) › Rests | @skip: later',
      'skipped | Shop.Cart | Till(1.5) › Old | @skip',
      'failed | Shop.Cart | Till(1.5) › Older | failed 0 ms (No message)',
    ]);
    expect(report.results.map(({ tags }) => tags)).toEqual(
      Array.from({ length: 5 }, () => ['fast']),
    );
  });
});

describe('xUnit.net', () => {
  it('is read with nested classes, traits, output and errors outside of tests', async () => {
    const report = await read('xunit3.xml');
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | Shop.Tests.Cart | AddsUp | @Owner: till team",
        "passed | Shop.Tests.Cart | Costs(name: "tea", price: 2.5) | passed 1 ms",
        "failed | Shop.Tests.PriceTests | Rounds | failed 410 ms (Assert.Equal() Failure: Values differ)",
        "passed | Shop.Tests.PriceTests | Down › Halves",
        "skipped | Shop.Tests.PriceTests | IsQuoted | @skip: no printer here",
        "skipped | Shop.Tests.PriceTests | IsExplicit | @skip",
        "timedOut | Shop.Tests.PriceTests | Custom name | timedOut 20 ms (Test execution timed out after 20 milliseconds)",
      ]
    `);
    expect(report.results[0]).toMatchObject({
      tags: ['fast'],
      startedAt: '2026-11-20T10:00:01.000Z',
    });
    expect(report.files).toMatchInlineSnapshot(`
      [
        {
          "durationMs": 0,
          "errors": [
            {
              "location": {
                "file": "/repo/Shop.Tests/Cart.cs",
                "line": 12,
              },
              "message": "System.IO.IOException : the till is open",
              "stack": "at Shop.Tests.Cart.Dispose() in /repo/Shop.Tests/Cart.cs:line 12",
            },
          ],
          "file": "Shop.Tests.Cart",
        },
      ]
    `);
    expect(report.run).toMatchObject({
      framework: 'xunit',
      frameworkVersion: '3.1.0',
      startedAt: Date.UTC(2026, 10, 20, 10, 0, 0),
      endedAt: Date.UTC(2026, 10, 20, 10, 0, 2, 500),
      status: 'failed',
      errors: [{ message: 'The runner is out of memory' }],
    });
  });

  it('has what tests attached', async () => {
    const { results, attachments } = await read('xunit3.xml');
    const about = { result: results[2], attempt: 1 };
    expect(attachments).toEqual([
      { ...about, name: 'till.txt', contentType: 'text/plain', content: bytes('open') },
      { ...about, name: 'till.png', contentType: 'image/png', content: bytes('a') },
    ]);
  });

  it('gives tests the identity that they have in JUnit and TRX', async () => {
    const [xunit, junit] = await Promise.all([read('xunit3.xml'), readFixture('dotnet')]);
    expect(identities(xunit)).toEqual(expect.arrayContaining(identities(junit)));
  });

  it('is read in version 1, where a class is an element', async () => {
    const report = await readAll(
      `<assembly name="C:\\Shop.dll" run-date="2026-11-20" run-time="10:00:00" total="1" failed="1" time="0.5" environment="x">
        <class name="Shop.Cart" time="0.5"><test name="Shop.Cart.Opens" type="Shop.Cart" method="Opens" result="Fail" time="0.5">
        <failure exception-type="System.Exception"><message>System.Exception : no</message><stack-trace>at A</stack-trace></failure></test></class></assembly>`,
      'xunit',
    );
    expect(report.error).toBeUndefined();
    expect(outline(report)).toEqual([
      'failed | Shop.Cart | Opens | failed 500 ms (System.Exception : no)',
    ]);
  });
});

function identities({ results }: WholeReport): string[] {
  return results.map(({ file, titlePath }) => [file, ...titlePath].join(' › '));
}

function bytes(text: string) {
  return { bytes: new TextEncoder().encode(text) };
}
