import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recognizedFormat } from '../src/report-format.ts';
import { outline, readAll, readFixture, type WholeReport } from './read-all.ts';

// The shapes of these reports are those of real ones; their content is made up.

async function read(name: string): Promise<WholeReport> {
  const text = readFileSync(new URL(`fixtures/dotnet/${name}`, import.meta.url), 'utf8');
  const format = recognizedFormat(text.slice(0, 1000));
  if (format === undefined) throw new Error(`${name} is not recognized`);
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
  const text = readFileSync(new URL('fixtures/dotnet/shop.trx', import.meta.url), 'utf8');
  const report = await readAll(text.slice(0, text.indexOf('testName="Rounds"')), 'trx');
  expect(outline(report)).toEqual([
    'passed | Shop.Tests.Cart | AddsUp',
    'passed | Shop.Tests.Cart | Costs(name: "tea", price: 2.5) | passed 1 ms',
  ]);
  expect(report.error).toMatchObject({ message: 'it ends in the middle of <Results>' });
});

function identities({ results }: WholeReport): string[] {
  return results.map(({ file, titlePath }) => [file, ...titlePath].join(' › '));
}
