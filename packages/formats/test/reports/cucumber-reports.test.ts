import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll } from '../read-all.ts';

async function read(name: string) {
  const text = readFileSync(new URL(`../fixtures/cucumber/${name}.json`, import.meta.url), 'utf8');
  expect(recognizeFormat(text)).toBe('cucumber-json');
  const report = await readAll(text, 'cucumber-json');
  expect(report.error).toBeUndefined();
  expect(report.run.framework).toBe('cucumber');
  return report;
}

describe("Cucumber's JSON", () => {
  it('has a test for each scenario, with numbers for the examples of one name', async () => {
    const report = await read('js');
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | features/cart.feature:5 | Cart › adds up | passed 9 ms",
        "failed | features/cart.feature:10 | Cart › keeps the discount | failed 8 ms (AssertionError [ERR_ASSERTION]: 100 == 90)",
        "passed | features/cart.feature:20 | Cart › sells #1 | passed 1 ms",
        "failed | features/cart.feature:21 | Cart › sells #2 | failed 1 ms (Multiple step definitions match)",
        "failed | features/cart.feature:30 | Cart › is not written | failed 0 ms (Undefined step: Given a printer)",
        "failed | features/cart.feature:33 | Cart › is not finished | failed 1 ms (Pending step: Given a drawer)",
        "skipped | features/cart.feature:36 | Cart › skips itself | @skip",
        "failed | features/cart.feature:40 | Cart › fails behind | failed 2 ms (Error: the till is open)",
      ]
    `);
    expect(report.results[0]).toMatchObject({
      tags: ['shop', 'fast', 'cart'],
      startedAt: '2026-11-20T10:00:01.000Z',
      durationMs: 9,
    });
  });

  it('has steps, hooks, output and what they attached', async () => {
    const { results, attachments } = await read('js');
    expect(results[0]?.attempts).toEqual([
      {
        status: 'passed',
        durationMs: 9,
        steps: [
          { title: 'Before (features/support/hooks.js:3)', category: 'hook', durationMs: 2 },
          { title: 'Given a cart', durationMs: 3 },
          { title: 'Then the total is 3', durationMs: 4 },
        ],
        stdout: 'opening the shop\n',
      },
    ]);
    expect(results[1]?.attempts?.[0]?.errors).toEqual([
      {
        message: 'AssertionError [ERR_ASSERTION]: 100 == 90',
        stack: expect.stringContaining('at World.<anonymous>'),
        location: { file: '/repo/features/support/steps.js', line: 9, column: 10 },
      },
    ]);
    const about = { result: results[1], attempt: 1 };
    expect(attachments).toEqual([
      { ...about, name: 'the till', contentType: 'image/png', content: bytes('png') },
      { ...about, name: 'attachment 2', contentType: 'text/plain', content: bytes('log') },
    ]);
  });

  it('of Ruby has backgrounds of their own, and passes unwritten steps', async () => {
    const report = await read('ruby');
    expect(outline(report)).toEqual([
      'failed | features/till.feature:6 | Till › opens | failed 7 ms (expected true)',
      'skipped | features/till.feature:10 | Till › closes | @todo: undefined: Then it is closed',
      'passed | features/till.feature:14 | Till › rings | passed 2 ms',
    ]);
    expect(report.results[0]?.attempts?.[0]).toMatchObject({
      errors: [
        {
          message: 'expected true\n     got false\n (RSpec::Expectations::ExpectationNotMetError)',
        },
      ],
      steps: [{ title: 'Given a till' }, { title: 'Then it is open' }],
    });
  });

  it('of behave has seconds, and lines of a traceback', async () => {
    const report = await read('behave');
    expect(outline(report)).toEqual([
      'failed | features/rates.feature:12 | Rates › converts -- @1.1 currencies | failed 13 ms (AssertionError: rate is 2)',
      'skipped | features/rates.feature:20 | Rates › is not run | @skip',
    ]);
    expect(report.results[0]?.tags).toEqual(['slow', 'money']);
  });

  it('is recognized by its first scenario, if nothing else of the feature is near', () => {
    const long = 'x'.repeat(60_000);
    const scenario = { description: long, keyword: 'Scenario', steps: [] };
    const json = JSON.stringify([{ elements: [scenario, scenario], uri: 'a.feature' }]);
    expect(recognizeFormat(json.slice(0, 64 * 1024))).toBe('cucumber-json');
  });

  it('makes one test of a scenario that was repeated after it failed', async () => {
    const elements = ['failed', 'failed', 'passed'].map(scenario);
    const json = JSON.stringify([{ uri: 'a.feature', name: 'f', elements }]);
    expect(outline(await readAll(json, 'cucumber-json'))).toEqual([
      'passed | a.feature:3 | f › a | failed 0 ms (no) | failed 0 ms (no) | passed 0 ms',
    ]);
  });
});

describe('a scenario of Cucumber', () => {
  it('fails by a step after those that are sent', async () => {
    const json = JSON.stringify([{ uri: 'a.feature', elements: [withLateFailure(1_500)] }]);
    const { results } = await readAll(json, 'cucumber-json');
    expect(results[0]).toMatchObject({
      status: 'failed',
      attempts: [{ errors: [{ message: 'no' }] }],
    });
    expect(results[0]?.attempts?.[0]?.steps).toHaveLength(1_000);
  });

  it.each([
    ['without a line', { line: undefined }, 'passed'],
    ['that is skipped the second time', {}, 'skipped'],
  ])('%s is no attempt of a failed one of the same name', async (_, change, status) => {
    const elements = ['failed', status].map((one) => ({ ...scenario(one), ...change }));
    const json = JSON.stringify([{ uri: 'a.feature', elements }]);
    const { results } = await readAll(json, 'cucumber-json');
    expect(results.map((result) => result.status)).toEqual(['failed', status]);
  });
});

function bytes(text: string) {
  return { bytes: new TextEncoder().encode(text) };
}

function scenario(status: string) {
  const steps = [{ keyword: 'Given ', name: 'b', result: { status, error_message: 'no' } }];
  return { type: 'scenario', name: 'a', line: 3, steps };
}

function withLateFailure(passed: number) {
  const before = Array.from({ length: passed }, () => scenario('passed'));
  return {
    ...scenario('failed'),
    steps: [...before, scenario('failed')].flatMap(({ steps }) => steps),
  };
}
