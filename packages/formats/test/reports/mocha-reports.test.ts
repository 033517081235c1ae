import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recognizeFormat, type FileFormat } from '../../src/report-format.ts';
import { outline, readAll } from '../read-all.ts';

async function read(name: string, format: FileFormat) {
  const text = readFileSync(new URL(`../fixtures/mocha/${name}.json`, import.meta.url), 'utf8');
  expect(recognizeFormat(text.slice(0, 2_000))).toBe(format);
  const report = await readAll(text, format);
  expect(report.error).toBeUndefined();
  return report;
}

describe("Mocha's JSON", () => {
  it('has the tests of its lists by outcome, with retries', async () => {
    const report = await read('mocha', 'mocha-json');
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "skipped | /repo/test/cart.spec.js | cart › is to do | @skip",
        "failed | /repo/test/cart.spec.js | cart check out › keeps the discount | failed 7 ms (AssertionError: expected 100 to equal 90)",
        "timedOut | /repo/test/cart.spec.js | cart › takes too long | failed 0 ms | failed 0 ms | timedOut 21 ms (Error: Timeout of 20ms exceeded. For async tests and hooks, ensure "done()" is called. (/repo/test/cart.spec.js))",
        "passed | /repo/test/cart.spec.js | cart › adds up",
        "passed | /repo/test/cart.spec.js | cart › passes the second time | failed 0 ms | passed 1 ms",
        "passed | /repo/test/cart.spec.js | stands alone",
      ]
    `);
    expect(report.run).toMatchObject({
      framework: 'mocha',
      startedAt: Date.UTC(2026, 10, 20, 10, 0, 0),
      durationMs: 600,
      status: 'failed',
    });
  });

  it('has errors with values and places, and failed hooks as errors of files', async () => {
    const { results, files } = await read('mocha', 'mocha-json');
    expect(results[1]?.attempts?.[0]?.errors).toEqual([
      {
        message: 'AssertionError: expected 100 to equal 90',
        stack: expect.stringContaining('at Context.<anonymous>'),
        location: { file: '/repo/test/cart.spec.js', line: 12, column: 10 },
        expected: '90',
        actual: '100',
      },
    ]);
    expect(files).toEqual([
      {
        file: '/repo/test/db.spec.js',
        durationMs: 2,
        errors: [
          {
            message: 'Error: cannot connect',
            stack: expect.stringContaining('db.spec.js:4:9'),
            location: { file: '/repo/test/db.spec.js', line: 4, column: 9 },
          },
        ],
      },
    ]);
  });

  it('gives tests the identity that they have in the JUnit of the xunit reporter', async () => {
    const report = await read('mocha', 'mocha-json');
    const junit = await readAll(
      `<testsuite name="Mocha Tests" tests="2">
        <testcase classname="cart check out" name="keeps the discount" file="/repo/test/cart.spec.js"/>
        <testcase classname="" name="stands alone" file="/repo/test/cart.spec.js"/></testsuite>`,
    );
    expect(identities(report.results)).toEqual(expect.arrayContaining(identities(junit.results)));
  });

  it('is read whatever the order of its lists', async () => {
    const text = readFileSync(new URL('../fixtures/mocha/mocha.json', import.meta.url), 'utf8');
    const { stats, tests, pending, failures, passes } = JSON.parse(text) as Record<string, unknown>;
    const sorted = JSON.stringify({ failures, passes, pending, stats, tests });
    expect(recognizeFormat(sorted)).toBe('mocha-json');
    for (const chunkBytes of [1, 64 * 1024]) {
      const report = await readAll(sorted, 'mocha-json', chunkBytes);
      expect(report.error).toBeUndefined();
      expect(outline(report).toSorted()).toEqual(
        outline(await readAll(text, 'mocha-json')).toSorted(),
      );
      expect(report.run).toMatchObject({ durationMs: 600, status: 'failed' });
    }
  });

  it('is refused if it counts tests and lists none', async () => {
    const { error } = await readAll('{"stats":{"tests":2},"tests":[]}', 'mocha-json');
    expect(error).toMatchObject({ message: 'it counts 2 tests and lists none' });
  });
});

describe("mochawesome's JSON", () => {
  it('has tests with the titles of all suites, and errors of hooks', async () => {
    const report = await read('mochawesome', 'mochawesome');
    expect(outline(report)).toMatchInlineSnapshot(`
      [
        "passed | cypress/e2e/cart.cy.js | cart › adds up",
        "failed | cypress/e2e/cart.cy.js | cart › keeps the discount | failed 4012 ms (AssertionError: Timed out retrying after 4000ms: expected 100 to equal 90)",
        "skipped | cypress/e2e/cart.cy.js | cart › check out › is to do | @skip",
        "timedOut | cypress/e2e/cart.cy.js | cart › check out › pays | timedOut 20 ms (Timeout of 20ms exceeded.)",
        "skipped | cypress/e2e/db.cy.js | database › reads | @did-not-run",
      ]
    `);
    expect(report.files).toEqual([
      {
        file: 'cypress/e2e/db.cy.js',
        durationMs: 0,
        errors: [{ message: 'Error: cannot connect', stack: expect.any(String) }],
      },
    ]);
    expect(report.run).toMatchObject({ framework: 'mocha', durationMs: 5_000, status: 'failed' });
  });

  it('has screenshots that a test added to its context', async () => {
    const { results, attachments } = await read('mochawesome', 'mochawesome');
    const about = { result: results[1], attempt: 1 };
    expect(attachments).toEqual([
      { ...about, name: 'the till', content: { path: 'cypress/screenshots/till.png' } },
      {
        ...about,
        name: 'image',
        contentType: 'image/png',
        content: { bytes: new TextEncoder().encode('a') },
      },
    ]);
  });
});

function identities(results: readonly { file: string; titlePath: string[] }[]): string[] {
  return results.map(({ file, titlePath }) => [file, ...titlePath].join(' › '));
}

it.each([1, 7, 64 * 1024])(
  "reads mochawesome's single entry of Mocha suite by suite, in pieces of %i",
  async (chunkBytes) => {
    const root = {
      title: '',
      fullFile: '',
      beforeHooks: [{ fail: true, err: { message: 'no db' } }],
      tests: [{ title: 'at the top', state: 'passed' }],
      suites: [suite('a'), suite('b')],
      passes: ['x'],
    };
    const json = JSON.stringify({ stats: { tests: 5 }, results: [root, suite('c')] });
    const report = await readAll(json, 'mochawesome', chunkBytes);
    expect(report.error).toBeUndefined();
    expect(outline(report)).toEqual([
      'passed | /shop/a.js | a › works "suites":[',
      'passed | /shop/a.js | a › inner › too',
      'passed | /shop/b.js | b › works "suites":[',
      'passed | /shop/b.js | b › inner › too',
      'passed | unknown | at the top',
      'passed | /shop/c.js | c › inner › too',
      'passed | /shop/c.js | c › works "suites":[',
    ]);
    expect(report.files).toEqual([
      { file: '/shop/a.js', durationMs: 0, errors: [{ message: 'no db' }] },
    ]);
  },
);

it('reads suites of mochawesome without titles to a depth', async () => {
  const suites = `${'{"suites":['.repeat(20_000)}${']}'.repeat(20_000)}`;
  const { error } = await readAll(`{"stats":{},"results":[${suites}]}`, 'mochawesome');
  expect(error).toBeUndefined();
});

function suite(name: string) {
  return {
    title: name,
    fullFile: `/shop/${name}.js`,
    beforeHooks: [],
    afterHooks: [],
    tests: [{ title: 'works "suites":[', state: 'passed' }],
    suites: [{ title: 'inner', tests: [{ title: 'too', state: 'passed' }], suites: [] }],
  };
}
