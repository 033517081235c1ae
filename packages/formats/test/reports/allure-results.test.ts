import { describe, expect, it } from 'vitest';
import { readAllureResults } from '../../src/allure/read-allure-results.ts';
import { recognizeFormat } from '../../src/report-format.ts';
import { joinFacts } from '../../src/report-batch.ts';
import { outline, type WholeReport } from '../read-all.ts';

describe('a folder of Allure results', () => {
  it('has attempts of one test by its history, in the order of their start', async () => {
    const report = await read({
      'b-result.json': result({ uuid: 'b', start: START + 2_000, stop: START + 2_040 }),
      'a-result.json': result({ uuid: 'a', status: 'failed', statusDetails: NOT_YET }),
    });
    expect(outline(report)).toEqual([
      'passed | com.shop.Cart | addsUp | @issue: https://example.com/7 | failed 100 ms (java.lang.AssertionError: not yet) | passed 40 ms',
    ]);
    expect(report.run).toMatchObject({
      framework: 'junit-platform',
      startedAt: START,
      endedAt: START + 2_040,
    });
    expect(report.results[0]).toMatchObject({
      startedAt: new Date(START).toISOString(),
      owner: 'till team',
      tags: ['fast'],
      annotations: [{ type: 'issue', description: 'https://example.com/7' }],
    });
  });

  it('has a test for each of its parameters, also without a history', async () => {
    const excluded = { name: 'time', value: 'another', excluded: true };
    const report = await read({
      'a-result.json': ofCase('a', '1', { status: 'failed', statusDetails: NOT_YET }),
      'b-result.json': ofCase('b', '1', {
        start: START + 2_000,
        stop: START + 2_040,
        parameters: [{ name: 'price', value: '1' }, excluded],
      }),
      'c-result.json': ofCase('c', '2', {}),
    });
    expect(report.results.map(({ titlePath, attempts }) => [titlePath, attempts?.length])).toEqual([
      [['addsUp [price=1]'], 2],
      [['addsUp [price=2]'], undefined],
    ]);
  });

  it('has steps, and attachments of tests, steps and tear-downs', async () => {
    const report = await read({
      'a-result.json': result({
        uuid: 'a',
        status: 'broken',
        steps: [
          {
            name: 'open the till',
            status: 'broken',
            statusDetails: NOT_YET,
            start: START,
            stop: START + 7,
            steps: [{ name: 'turn the key', status: 'passed', start: START, stop: START + 3 }],
            attachments: [{ name: 'till', source: 'x-attachment.png', type: 'image/png' }],
          },
        ],
        attachments: [{ name: 'secrets', source: '../../etc/passwd', type: 'text/plain' }],
      }),
      'c-container.json': {
        uuid: 'c',
        children: ['a'],
        befores: [{ name: 'connect', status: 'passed', start: START, stop: START + 1 }],
        afters: [
          {
            name: 'close',
            status: 'failed',
            statusDetails: { message: 'the till is open' },
            start: START,
            stop: START + 5,
            attachments: [{ source: 'y-attachment.txt', type: 'text/plain' }],
          },
        ],
      },
    });
    expect(report.results[0]?.attempts?.[0]?.steps).toEqual([
      { title: 'connect', category: 'hook', durationMs: 1, startedAt: expect.any(String) },
      {
        title: 'open the till',
        durationMs: 7,
        startedAt: expect.any(String),
        error: { message: 'java.lang.AssertionError: not yet', stack: expect.any(String) },
        steps: [{ title: 'turn the key', durationMs: 3, startedAt: expect.any(String) }],
      },
      {
        title: 'close',
        category: 'hook',
        durationMs: 5,
        startedAt: expect.any(String),
        error: { message: 'the till is open' },
      },
    ]);
    const about = { result: report.results[0], attempt: 1 };
    expect(report.attachments).toEqual([
      { ...about, name: 'till', contentType: 'image/png', content: { path: 'x-attachment.png' } },
      {
        ...about,
        name: 'y-attachment.txt',
        contentType: 'text/plain',
        content: { path: 'y-attachment.txt' },
      },
    ]);
    expect(report.files).toEqual([
      { file: 'com.shop.Cart', durationMs: 5, errors: [{ message: 'the till is open' }] },
    ]);
  });

  it('reports a failed tear-down of several tests once', async () => {
    const report = await read({
      'a-result.json': result({ uuid: 'a' }),
      'b-result.json': result({ uuid: 'b', historyId: 'h2' }),
      'c-container.json': {
        uuid: 'c',
        children: ['a', 'b'],
        afters: [{ name: 'close', status: 'broken' }],
      },
    });
    expect(report.files).toHaveLength(1);
  });

  it('tells tests of one name apart by their parameters', async () => {
    const report = await read({
      'a-result.json': result({ uuid: 'a', historyId: 'h1', parameters: parameters('1') }),
      'b-result.json': result({ uuid: 'b', historyId: 'h2', parameters: parameters('2') }),
    });
    expect(report.results.map(({ titlePath }) => titlePath)).toEqual([
      ['addsUp [price=1]'],
      ['addsUp [price=2]'],
    ]);
  });

  it.each([
    [
      'skipped',
      'skipped | com.shop.Cart | addsUp | @skip: no printer | @issue: https://example.com/7',
    ],
    [
      'unknown',
      'interrupted | com.shop.Cart | addsUp | @issue: https://example.com/7 | interrupted 100 ms',
    ],
  ])('reads the status %s', async (status, line) => {
    const statusDetails = status === 'skipped' ? { message: 'no printer' } : undefined;
    const report = await read({ 'a-result.json': result({ uuid: 'a', status, statusDetails }) });
    expect(outline(report)).toEqual([line]);
  });

  it.each([
    [
      'a titlePath',
      { titlePath: ['src', 'cart.test.ts', 'cart', 'check out'], name: 'adds up' },
      ['src/cart.test.ts', 'cart', 'check out', 'adds up'],
    ],
    [
      'pytest',
      {
        name: 'test_adds_up[1]',
        fullName: 'tests.test_cart.TestCart#test_adds_up',
        labels: labels({ language: 'python', package: 'tests.test_cart', suite: 'test_cart' }),
      },
      ['tests/test_cart.py', 'TestCart', 'test_adds_up[1]'],
    ],
    [
      'Mocha',
      {
        name: 'adds up',
        fullName: 'test/cart.spec.js: cart check out adds up',
        labels: labels({ parentSuite: 'cart', suite: 'check out', subSuite: 'a > b' }),
      },
      ['test/cart.spec.js', 'cart', 'check out', 'a', 'b', 'adds up'],
    ],
    [
      'Vitest',
      {
        name: 'adds up',
        fullName: 'test/cart.spec.ts#cart adds up',
        labels: labels({ parentSuite: 'cart' }),
      },
      ['test/cart.spec.ts', 'cart', 'adds up'],
    ],
    [
      'Playwright',
      {
        name: 'adds up',
        fullName: 'tests/cart.spec.ts:12:3',
        labels: labels({
          framework: 'playwright',
          parentSuite: 'chromium',
          suite: 'cart.spec.ts',
          subSuite: 'cart > check out',
        }),
      },
      ['tests/cart.spec.ts', 'cart', 'check out', 'adds up'],
    ],
    [
      'a nested class of Java',
      {
        name: 'Adds up!',
        labels: labels({ testClass: 'com.shop.Cart$Sum', testMethod: 'adds(int)' }),
      },
      ['com.shop.Cart', 'Sum', 'adds'],
    ],
  ])('names a test of %s as its other reports do', async (_, fields, identity) => {
    const report = await read({ 'a-result.json': result({ uuid: 'a', ...fields }) });
    expect(report.results.map(({ file, titlePath }) => [file, ...titlePath])).toEqual([identity]);
  });

  it('returns what is readable, and names the files that are not', async () => {
    const files = {
      'a-result.json': result({ uuid: 'a' }),
      ...Object.fromEntries(['w', 'x', 'y', 'z'].map((name) => [`${name}-result.json`, '{"uuid"'])),
    };
    const report = await read(files);
    expect(report.results).toHaveLength(1);
    expect(report.error).toMatchObject({
      message: 'no JSON in w-result.json, x-result.json, y-result.json and 1 more',
    });
  });

  it('takes JSON of other shapes without complaint', async () => {
    const odd = [null, 7, [], {}, { status: [], labels: 'x', steps: [7, { steps: {} }] }];
    const files = Object.fromEntries(odd.map((value, index) => [`${index}-result.json`, value]));
    const deep = { children: [7, 'a'], befores: 'x', afters: [null] };
    expect((await read({ ...files, 'c-container.json': deep })).error).toBeUndefined();
  });

  it('is recognized by its results and containers', () => {
    expect(recognizeFormat(JSON.stringify(result({ uuid: 'a' })))).toBe('allure');
    expect(recognizeFormat('{"uuid":"a","children":["b"],"befores":[],"afters":[]}')).toBe(
      'allure',
    );
    expect(recognizeFormat('{"uuid":"a","status":"passed"}')).toBeUndefined();
    expect(recognizeFormat('{"uuid":"a","children":[]}')).toBeUndefined();
  });
});

const START = Date.UTC(2026, 10, 20, 10, 0, 0);
const NOT_YET = {
  message: 'not yet',
  trace: 'java.lang.AssertionError: not yet\n\tat com.shop.Cart.addsUp(Cart.java:7)',
};

function labels(values: Record<string, string>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function parameters(price: string) {
  return [
    { name: 'price', value: price },
    { name: 'time', value: price, excluded: true },
  ];
}

function ofCase(uuid: string, price: string, fields: object): object {
  const ids = { uuid, historyId: undefined, testCaseId: 't' };
  return result({ ...ids, parameters: parameters(price), ...fields });
}

function result(fields: object): object {
  return {
    historyId: 'h1',
    fullName: 'com.shop.Cart.addsUp',
    name: 'addsUp()',
    status: 'passed',
    stage: 'finished',
    start: START,
    stop: START + 100,
    labels: labels({
      framework: 'junit-platform',
      testClass: 'com.shop.Cart',
      testMethod: 'addsUp',
      tag: 'fast',
      owner: 'till team',
    }),
    links: [{ type: 'issue', url: 'https://example.com/7' }],
    ...fields,
  };
}

/** Reads a folder of these files. */
async function read(contents: Record<string, unknown>): Promise<WholeReport> {
  const files = Object.entries(contents).map(([name, content]) => ({
    name,
    open: () => bytesOf(typeof content === 'string' ? content : JSON.stringify(content)),
  }));
  const whole: WholeReport = { run: {}, files: [], results: [], attachments: [], error: undefined };
  try {
    for await (const batch of readAllureResults(files, { sentPath: (path) => path })) {
      whole.run = joinFacts(whole.run, batch.run);
      whole.files.push(...batch.files);
      whole.results.push(...batch.results);
      whole.attachments.push(...batch.attachments);
    }
  } catch (error) {
    whole.error = error;
  }
  return whole;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
