import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { outline, readAll, type WholeReport } from '../read-all.ts';

/** A report in `fixtures`, in the format that it is recognised as, as all of them were written by their tools. */
async function read(name: string): Promise<WholeReport> {
  const text = readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8');
  const format = recognizeFormat(text.slice(0, 1000));
  if (format === undefined || format === 'allure') throw new Error(`${name} is not recognised`);
  const whole = await readAll(text, format);
  expect(whole.error).toBeUndefined();
  return whole;
}

it("reads Vitest's JSON with the errors of earlier attempts", async () => {
  const report = await read('vitest');
  expect(report.run).toMatchObject({ framework: 'vitest', status: 'failed' });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | /home/dev/shop/src/cart.test.js | cart › adds up",
      "failed | /home/dev/shop/src/cart.test.js | cart › keeps the discount | failed 9 ms (AssertionError: expected { total: 90 } to deeply equal { total: 100 })",
      "failed | /home/dev/shop/src/cart.test.js | cart › check > out › tells the cause | failed 1 ms (TypeError: checkout failed)",
      "passed | /home/dev/shop/src/cart.test.js | cart › check > out › takes 1 items",
      "passed | /home/dev/shop/src/cart.test.js | cart › check > out › takes 2 items",
      "passed | /home/dev/shop/src/cart.test.js | cart › passes the second time | @attempts-reconstructed: The report tells the errors of a retried test, but no attempts | failed 0 ms (Error: not yet) | passed 205 ms",
      "failed | /home/dev/shop/src/cart.test.js | cart › never passes | failed 5 ms (Error: attempt 1; Error: attempt 2)",
      "timedOut | /home/dev/shop/src/cart.test.js | cart › takes too long | timedOut 32 ms (Test timed out in 30ms.)",
      "passed | /home/dev/shop/src/cart.test.js | cart › twice",
      "passed | /home/dev/shop/src/cart.test.js | cart › twice",
      "skipped | /home/dev/shop/src/cart.test.js | is skipped | @skip",
      "skipped | /home/dev/shop/src/cart.test.js | is to do | @todo",
      "skipped | /home/dev/shop/src/cart.test.js | skips itself | @skip",
      "passed | /home/dev/shop/src/cart.test.js | is known to fail",
      "failed | /home/dev/shop/src/cart.test.js | was known to fail | failed 0 ms (Error: Expect test to fail)",
      "failed | /home/dev/shop/src/cart.test.js | throws no error | failed 0 ms (just a text)",
      "passed | /home/dev/shop/src/cart.test.js | annotates",
      "skipped | /home/dev/shop/src/hooks.test.js | database › reads | @skip",
      "passed | /home/dev/shop/src/hooks.test.js | files › writes",
      "skipped | /home/dev/shop/src/hooks.test.js | files › skips itself | @skip",
      "passed | /home/dev/shop/src/unhandled.test.js | leaves a rejection behind",
    ]
  `);
  expect(report.files.map(({ errors }) => errors?.[0]?.message.split('\n')[0]))
    .toMatchInlineSnapshot(`
    [
      "Cannot find module './missing.js' imported from /home/dev/shop/src/broken.test.js",
      undefined,
      "The file failed without a failing test, probably in a hook: the report does not say where",
      undefined,
    ]
  `);
});

it('knows time-outs in the JSON of Vitest 3 and 4, which has the stacks of another error', async () => {
  const tests = ['task', 'beforeEach'].map((name) => ({
    title: `of ${name}`,
    status: 'failed',
    failureMessages: [`Error: STACK_TRACE_ERROR\n    at ${name} (/shop/src/a.js:1:1)`],
  }));
  const report = { testResults: [{ name: '/shop/src/cart.test.js', assertionResults: tests }] };
  expect(outline(await readAll(JSON.stringify(report), 'vitest-json'))).toEqual([
    'timedOut | /shop/src/cart.test.js | of task | timedOut 0 ms (Test timed out)',
    'timedOut | /shop/src/cart.test.js | of beforeEach | timedOut 0 ms (Hook timed out)',
  ]);
});

it("reads Jest's JSON with attempts, places and files that could not run", async () => {
  const report = await read('jest');
  expect(report.run).toMatchObject({ framework: 'jest', status: 'failed' });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | /home/dev/shop/src/cart.test.js:5 | cart › adds up",
      "failed | /home/dev/shop/src/cart.test.js:6 | cart › keeps the discount | failed 0 ms | failed 1 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | /home/dev/shop/src/cart.test.js:11 | cart › check out › tells the cause | failed 0 ms | failed 0 ms (TypeError: checkout failed)",
      "passed | /home/dev/shop/src/cart.test.js:12 | cart › check out › takes 1 items",
      "passed | /home/dev/shop/src/cart.test.js:12 | cart › check out › takes 2 items",
      "passed | /home/dev/shop/src/cart.test.js:14 | cart › passes the second time | failed 0 ms | passed 0 ms",
      "timedOut | /home/dev/shop/src/cart.test.js | cart › takes too long | failed 0 ms | timedOut 31 ms (Error: thrown: "Exceeded timeout of 30 ms for a test.)",
      "passed | /home/dev/shop/src/cart.test.js:16 | cart › twice",
      "passed | /home/dev/shop/src/cart.test.js:17 | cart › twice",
      "skipped | /home/dev/shop/src/cart.test.js:19 | is skipped | @skip",
      "skipped | /home/dev/shop/src/cart.test.js:20 | is to do | @todo",
      "passed | /home/dev/shop/src/cart.test.js:21 | is known to fail | known to fail",
      "failed | /home/dev/shop/src/cart.test.js:22 | was known to fail | known to fail | failed 0 ms | failed 0 ms (Error: Failing test passed even though it was supposed to fail. Remove \`.failing\` to remove error.)",
      "failed | /home/dev/shop/src/cart.test.js:23 | throws no error | failed 0 ms | failed 0 ms (Error: thrown: "just a text")",
      "failed | /home/dev/shop/src/hooks.test.js:3 | database › reads | failed 1 ms (Error: cannot connect)",
    ]
  `);
  expect(report.files.at(-1)?.errors?.[0]?.message).toMatch(/^Cannot find module/);
});

it("reads Playwright's JSON with all that our own reporter would send", async () => {
  const report = await read('playwright');
  expect(report.run).toMatchObject({ framework: 'playwright', frameworkVersion: '1.65.0' });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "skipped | /home/dev/shop/tests/cart.spec.js:21 | is skipped | [node] | @skip",
      "skipped | /home/dev/shop/tests/cart.spec.js:22 | is to do | [node] | @fixme",
      "skipped | /home/dev/shop/tests/cart.spec.js:23 | skips itself | [node] | @skip: no network here",
      "passed | /home/dev/shop/tests/cart.spec.js:24 | is known to fail | [node] | known to fail | @fail | passed 4 ms (Error: expect(received).toBe(expected) // Object.is equality)",
      "failed | /home/dev/shop/tests/cart.spec.js:25 | was known to fail | [node] | known to fail | @fail | failed 2 ms (Expected to fail, but passed.) | failed 5 ms (Expected to fail, but passed.)",
      "passed | /home/dev/shop/tests/cart.spec.js:26 | annotates | [node] | @owner: @example/cart | passed 4 ms",
      "passed | /home/dev/shop/tests/cart.spec.js:3 | cart › adds up | [node] | passed 4 ms",
      "failed | /home/dev/shop/tests/cart.spec.js:4 | cart › keeps the discount | [node] | failed 10 ms (Error: expect(received).toEqual(expected) // deep equality) | failed 10 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "passed | /home/dev/shop/tests/cart.spec.js:12 | cart › passes the second time | [node] | failed 11 ms (Error: not yet) | passed 10 ms",
      "timedOut | /home/dev/shop/tests/cart.spec.js:18 | cart › takes too long | [node] | timedOut 51 ms (Test timeout of 50ms exceeded.) | timedOut 52 ms (Test timeout of 50ms exceeded.)",
      "failed | /home/dev/shop/tests/cart.spec.js:19 | cart › is soft | [node] | failed 10 ms (Error: expect(received).toBe(expected) // Object.is equality; Error: expect(received).toBe(expected) // Object.is equality) | failed 6 ms (Error: expect(received).toBe(expected) // Object.is equality; Error: expect(received).toBe(expected) // Object.is equality)",
      "failed | /home/dev/shop/tests/cart.spec.js:10 | cart › check › out › tells the cause | [node] | failed 2 ms (TypeError: checkout failed) | failed 3 ms (TypeError: checkout failed)",
      "failed | /home/dev/shop/tests/serial.spec.js:3 | database › connects | [node] | @serial | failed 1 ms (Error: cannot connect) | failed 2 ms (Error: cannot connect)",
      "failed | /home/dev/shop/tests/serial.spec.js:3 | database › connects | [other] | @serial | failed 2 ms (Error: cannot connect) | failed 2 ms (Error: cannot connect)",
      "skipped | /home/dev/shop/tests/serial.spec.js:4 | database › reads | [node] | @did-not-run | @serial",
      "skipped | /home/dev/shop/tests/serial.spec.js:4 | database › reads | [other] | @did-not-run | @serial",
    ]
  `);
  const failed = report.results.find(({ titlePath }) => titlePath.at(-1) === 'keeps the discount');
  expect(failed?.attempts?.[0]).toMatchObject({
    errors: [
      {
        message: expect.stringMatching(/^Error: expect\(received\)\.toEqual/),
        snippet: expect.stringContaining('>  7 |'),
        stack: expect.stringMatching(/\n +at .*cart\.spec\.js:7:27$/),
        location: { file: '/home/dev/shop/tests/cart.spec.js', line: 7, column: 27 },
      },
    ],
    steps: [{ title: 'opens the cart', steps: [{ title: 'adds tea' }] }],
    stdout: 'total 90\n',
    stderr: 'warning: rounding\n',
  });
  const body = report.attachments.find(({ name }) => name === 'receipt');
  expect(body).toMatchObject({
    attempt: 1,
    contentType: 'text/plain',
    content: { bytes: new TextEncoder().encode('try 0') },
  });
});

it.each(['vitest', 'jest', 'mocha', 'playwright'])('reads the CTRF report of %s', async (tool) => {
  const report = await read(`${tool}.ctrf`);
  expect(report.run.framework).toBe(tool);
  expect(outline(report)).toMatchSnapshot();
});

it.each(['vitest', 'jest', 'playwright'])(
  'finds the same tests with the same outcomes in the JSON and the CTRF report of %s',
  async (tool) => {
    const [json, ctrf] = await Promise.all([read(tool), read(`${tool}.ctrf`)]);
    const known = new Set(outcomes(json));
    const different = outcomes(ctrf).filter((one) => !known.has(one));
    expect(different).toMatchSnapshot();
  },
);

/** `passed src/cart.test.js cart › adds up`. */
function outcomes({ results }: WholeReport): string[] {
  return results.map(({ status, file, titlePath, variant = '' }) =>
    [status, file, variant, titlePath.join(' › ')].join(' '),
  );
}
