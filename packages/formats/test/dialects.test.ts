import { expect, it } from 'vitest';
import { outline, readAll, readFixture } from './read-all.ts';

// Those of Java, Python, Go and PHP are written by hand, the others by their tools.

it('reads Maven Surefire with its reruns and flaky tests', async () => {
  const report = await readFixture('surefire');
  expect(report.run).toMatchObject({
    framework: 'junit',
    runtime: 'java 21.0.4',
    durationMs: 1_234_567,
  });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | com.example.shop.CartTest | addsUp",
      "failed | com.example.shop.CartTest | keepsTheDiscount | failed 30 ms (org.opentest4j.AssertionFailedError: expected: <100> but was: <90>) | failed 0 ms (org.opentest4j.AssertionFailedError: expected: <100> but was: <80>)",
      "passed | com.example.shop.CartTest | reservesStock | failed 200 ms (java.net.SocketException: connection reset) | failed 0 ms (java.net.SocketException: connection reset again) | passed 400 ms",
      "failed | com.example.shop.CartTest | opensTheTill | failed 1 ms (java.lang.NullPointerException: Cannot invoke "Till.open()" because "till" is null) | failed 0 ms (java.lang.NullPointerException: still null)",
      "skipped | com.example.shop.CartTest | paysByCard | @skip: no terminal here",
      "passed | com.example.shop.CartTest | Checkout › isSlow",
    ]
  `);
  expect(report.results[1]?.attempts?.map(({ stdout }) => stdout)).toEqual([
    'first try\n',
    'second try\n',
  ]);
});

it('reads Gradle, whose output belongs to the class', async () => {
  const report = await readFixture('gradle');
  expect(report.run.startedAt).toBe(Date.parse('2026-11-20T10:00:00Z'));
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | com.example.shop.StockTest | counts()",
      "failed | com.example.shop.StockTest | refuses less than nothing() | failed 25 ms (java.lang.AssertionError: nothing was thrown)",
      "skipped | com.example.shop.StockTest | is rebuilt() | @skip",
    ]
  `);
  expect(report.files).toEqual([
    { file: 'com.example.shop.StockTest', durationMs: 125, stdout: 'counting 12 boxes\n' },
  ]);
});

it('reads pytest with files from class names, and expected failures', async () => {
  const report = await readFixture('pytest');
  expect(report.run).toMatchObject({
    framework: 'pytest',
    startedAt: Date.parse('2026-11-20T09:00:00.123Z'),
  });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | tests/test_cart.py | TestCart › test_adds_up[two] | @issue: SHOP-7",
      "failed | tests/test_cart.py | test_keeps_the_discount | failed 2 ms (assert 90 == 100)",
      "skipped | tests/test_cart.py | test_skipped | @skip: no network here",
      "passed | tests/test_cart.py | test_known_to_fail | known to fail | @xfail: SHOP-12",
      "failed | tests/test_cart.py | test_was_known_to_fail | known to fail | failed 1 ms ([XPASS(strict)] SHOP-13)",
      "failed | tests/test_cart.py | test_needs_a_database | failed 10 ms (failed on setup with "RuntimeError: cannot connect")",
      "passed | shop/stock/checks.py:5 | test_counts",
      "timedOut | tests/test_cart.py | test_hangs | timedOut 1002 ms (Failed: Timeout (>1.0s) from pytest-timeout.)",
    ]
  `);
  expect(report.results[1]?.attempts?.[0]?.stdout).toBe('\u001b[31mtotal 90\u001b[0m\n');
});

it('reads gotestsum, where a test that comes again was run again', async () => {
  const report = await readFixture('gotestsum');
  expect(report.run).toMatchObject({ framework: 'go', runtime: 'go 1.26.1' });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | example.com/shop/cart | TestReserve | failed 200 ms (cart_test.go:31: connection reset) | passed 100 ms",
      "failed | example.com/shop/cart | TestCart › keeps_the_discount | failed 10 ms (cart_test.go:12: got 90, want 100)",
      "skipped | example.com/shop/cart | TestPay | @skip: cart_test.go:40: no terminal here",
      "passed | example.com/shop/cart | TestCart › adds_up",
      "passed | example.com/shop/stock | TestCounts",
    ]
  `);
});

it('reads PHPUnit through all levels of its suites', async () => {
  const report = await readFixture('phpunit');
  expect(report.run).toMatchObject({ framework: 'phpunit', durationMs: 41 });
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "failed | /app/tests/Cart/CartTest.php:21 | CartTest › testKeepsTheDiscount | failed 11 ms (Failed asserting that 90 is identical to 100.)",
      "skipped | /app/tests/Cart/CartTest.php:30 | CartTest › testPaysByCard | @skip",
      "passed | /app/tests/Cart/CartTest.php:12 | CartTest › testAddsUp with data set "two"",
      "passed | /app/tests/Cart/CartTest.php:12 | CartTest › testAddsUp with data set "three"",
    ]
  `);
});

it('reads mocha-junit-reporter', async () => {
  const report = await readFixture('mocha');
  expect(report.run.framework).toBe('mocha');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "skipped | unknown | is skipped | @skip",
      "skipped | unknown | is to do | @skip",
      "passed | /home/dev/shop/test/cart.test.js | cart › adds up",
      "failed | /home/dev/shop/test/cart.test.js | cart › keeps the discount | failed 2 ms (AssertionError: Expected values to be loosely deep-equal:  {   total: 90 }  should loosely deep-equal  {   total: 100 })",
      "passed | /home/dev/shop/test/cart.test.js | cart › passes the second time",
      "timedOut | /home/dev/shop/test/cart.test.js | cart › takes too long | timedOut 31 ms (Error: Timeout of 30ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/home/dev/shop/test/cart.test.js))",
      "failed | /home/dev/shop/test/cart.test.js | cart › check out › tells the cause | failed 0 ms (TypeError: checkout failed)",
      "passed | /home/dev/shop/test/cart.test.js | cart check out › deeper › takes 1 item",
    ]
  `);
  expect(report.files.map(({ errors }) => errors?.[0]?.message)).toEqual(['Error: cannot connect']);
});

it('reads jest-junit as it comes', async () => {
  expect(outline(await readFixture('jest'))).toMatchInlineSnapshot(`
    [
      "passed | cart | cart › adds up",
      "failed | cart | cart › keeps the discount | failed 1 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | cart | cart › check out tells the cause | failed 0 ms (TypeError: checkout failed)",
      "passed | cart | cart › check out takes 1 items",
      "passed | cart | cart › check out takes 2 items",
      "passed | cart | cart › passes the second time",
      "timedOut | cart | cart › takes too long | timedOut 31 ms (Error: thrown: "Exceeded timeout of 30 ms for a test.)",
      "passed | cart | cart › twice",
      "passed | cart | cart › twice",
      "skipped | cart | is skipped | @skip",
      "passed | cart | is to do",
      "passed | cart | is known to fail",
      "failed | cart | was known to fail | failed 0 ms (Error: Failing test passed even though it was supposed to fail. Remove \`.failing\` to remove error.)",
      "failed | cart | throws no error | failed 0 ms (Error: thrown: "just a text")",
      "failed | database | database › reads | failed 1 ms (Error: cannot connect)",
    ]
  `);
});

it('reads the files and whole title paths that jest-junit is told to write', async () => {
  expect(outline(await readFixture('jest-file-paths'))).toMatchInlineSnapshot(`
    [
      "passed | src/cart.test.js | cart › adds up",
      "failed | src/cart.test.js | cart › keeps the discount | failed 1 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | src/cart.test.js | cart › check out › tells the cause | failed 0 ms (TypeError: checkout failed)",
      "passed | src/cart.test.js | cart › check out › takes 1 items",
      "passed | src/cart.test.js | cart › check out › takes 2 items",
      "passed | src/cart.test.js | cart › passes the second time",
      "timedOut | src/cart.test.js | cart › takes too long | timedOut 31 ms (Error: thrown: "Exceeded timeout of 30 ms for a test.)",
      "passed | src/cart.test.js | cart › twice",
      "passed | src/cart.test.js | cart › twice",
      "skipped | src/cart.test.js | is skipped | @skip",
      "passed | src/cart.test.js | is to do",
      "passed | src/cart.test.js | is known to fail",
      "failed | src/cart.test.js | was known to fail | failed 1 ms (Error: Failing test passed even though it was supposed to fail. Remove \`.failing\` to remove error.)",
      "failed | src/cart.test.js | throws no error | failed 0 ms (Error: thrown: "just a text")",
      "failed | src/hooks.test.js | database › reads | failed 1 ms (Error: cannot connect)",
    ]
  `);
  const withAttribute = await readFixture('jest-file-attribute');
  expect(outline(withAttribute)).toMatchInlineSnapshot(`
    [
      "passed | src/cart.test.js | cart › adds up",
      "failed | src/cart.test.js | cart › keeps the discount | failed 1 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | src/cart.test.js | cart › check out › tells the cause | failed 0 ms (TypeError: checkout failed)",
      "passed | src/cart.test.js | cart › check out › takes 1 items",
      "passed | src/cart.test.js | cart › check out › takes 2 items",
      "passed | src/cart.test.js | cart › passes the second time",
      "timedOut | src/cart.test.js | cart › takes too long | timedOut 31 ms (Error: thrown: "Exceeded timeout of 30 ms for a test.)",
      "passed | src/cart.test.js | cart › twice",
      "passed | src/cart.test.js | cart › twice",
      "skipped | src/cart.test.js | is skipped | @skip",
      "passed | src/cart.test.js | is to do",
      "passed | src/cart.test.js | is known to fail",
      "failed | src/cart.test.js | was known to fail | failed 0 ms (Error: Failing test passed even though it was supposed to fail. Remove \`.failing\` to remove error.)",
      "failed | src/cart.test.js | throws no error | failed 0 ms (Error: thrown: "just a text")",
      "failed | src/hooks.test.js | database › reads | failed 0 ms (Error: cannot connect)",
    ]
  `);
  expect(withAttribute.files.at(-1)).toMatchObject({
    file: 'src/broken.test.js',
    errors: [
      {
        message: "Cannot find module './missing.js' from 'src/broken.test.js'",
        snippet: expect.stringContaining("> 1 | require('./missing.js');"),
      },
    ],
  });
});

it('takes what jest-junit writes of a failing hook for an error of the file', async () => {
  const json = JSON.stringify({ message: '', stack: 'Error: cannot clean up\n    at a.js:7:26' });
  const { results, files } = await readAll(`<testsuites name="jest tests"><testsuite name="files">
    <testcase classname="src/a.test.js" name="files › writes" time="0"/>
    <testcase classname="src/a.test.js" name=" › Test execution failure: could be caused by test hooks like &apos;afterAll&apos;." time="0">
      <failure>${json.replaceAll('"', '&quot;')}</failure>
    </testcase></testsuite></testsuites>`);
  expect(outline({ results })).toEqual(['passed | src/a.test.js | files › writes']);
  expect(files).toMatchObject([
    { file: 'src/a.test.js', errors: [{ message: 'Error: cannot clean up' }] },
  ]);
});

it("reads Vitest's own reporter, in which errors of files and of the run are test cases", async () => {
  const report = await readFixture('vitest');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | src/cart.test.js | cart › adds up",
      "failed | src/cart.test.js | cart › keeps the discount | failed 9 ms (AssertionError: expected { total: 90 } to deeply equal { total: 100 })",
      "failed | src/cart.test.js | cart › check › out › tells the cause | failed 1 ms (TypeError: checkout failed)",
      "passed | src/cart.test.js | cart › check › out › takes 1 items",
      "passed | src/cart.test.js | cart › check › out › takes 2 items",
      "passed | src/cart.test.js | cart › passes the second time | passed 205 ms",
      "failed | src/cart.test.js | cart › never passes | failed 5 ms (Error: attempt 1; Error: attempt 2)",
      "timedOut | src/cart.test.js | cart › takes too long | timedOut 32 ms (Test timed out in 30ms.)",
      "passed | src/cart.test.js | cart › twice",
      "passed | src/cart.test.js | cart › twice",
      "skipped | src/cart.test.js | is skipped | @skip",
      "skipped | src/cart.test.js | is to do | @skip",
      "skipped | src/cart.test.js | skips itself | @skip",
      "passed | src/cart.test.js | is known to fail",
      "failed | src/cart.test.js | was known to fail | failed 0 ms (Error: Expect test to fail)",
      "failed | src/cart.test.js | throws no error | failed 0 ms (just a text)",
      "passed | src/cart.test.js | annotates | @owner: @example/cart",
      "skipped | src/hooks.test.js | database › reads | @skip",
      "passed | src/hooks.test.js | files › writes",
      "skipped | src/hooks.test.js | files › skips itself | @skip",
      "passed | src/unhandled.test.js | leaves a rejection behind",
    ]
  `);
  expect(
    report.files.map(({ file, errors }) => [file, errors?.map(({ message }) => message)]),
  ).toEqual([
    ['src/broken.test.js', [expect.stringContaining("Cannot find module './missing.js'")]],
    ['src/cart.test.js', undefined],
    ['src/hooks.test.js', ['Error: cannot connect', 'Error: cannot clean up']],
    ['src/unhandled.test.js', undefined],
  ]);
  expect(report.run.errors?.map(({ message }) => message)).toEqual(['Error: nobody caught me']);
  expect(report.results[1]?.attempts?.[0]).toMatchObject({
    errors: [{ diff: expect.stringMatching(/^- Expected\n\+ Received/) }],
    stdout: 'total 90\n',
    stderr: 'warning: rounding\n',
  });
});

it("reads Playwright's own reporter with projects, retries and attachments", async () => {
  const report = await readFixture('playwright');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | cart.spec.js | cart › adds up | [node]",
      "failed | cart.spec.js:4 | cart › keeps the discount | [node] | failed 10 ms (Error: expect(received).toEqual(expected) // deep equality) | failed 10 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | cart.spec.js:10 | cart › check › out › tells the cause | [node] | failed 2 ms (TypeError: checkout failed) | failed 3 ms (TypeError: checkout failed)",
      "passed | cart.spec.js | cart › passes the second time | [node] | failed 11 ms (Error: not yet) | passed 10 ms",
      "timedOut | cart.spec.js:18 | cart › takes too long | [node] | timedOut 51 ms (Test timeout of 50ms exceeded.) | timedOut 52 ms (Test timeout of 50ms exceeded.)",
      "failed | cart.spec.js:19 | cart › is soft | [node] | failed 10 ms (Error: expect(received).toBe(expected) // Object.is equality; Error: expect(received).toBe(expected) // Object.is equality) | failed 6 ms (Error: expect(received).toBe(expected) // Object.is equality; Error: expect(received).toBe(expected) // Object.is equality)",
      "skipped | cart.spec.js | is skipped | [node] | @skip",
      "skipped | cart.spec.js | is to do | [node] | @fixme",
      "skipped | cart.spec.js | skips itself | [node] | @skip: no network here",
      "passed | cart.spec.js | is known to fail | [node] | known to fail | @fail",
      "failed | cart.spec.js:25 | was known to fail | [node] | known to fail | @fail | @attempts-reconstructed: The report tells the errors of every attempt, but only how long all took together | failed 0 ms (Expected to fail, but passed.) | failed 2 ms (Expected to fail, but passed.)",
      "passed | cart.spec.js | annotates | [node] | @owner: @example/cart",
      "failed | serial.spec.js:3 | database › connects | [node] | @serial | failed 1 ms (Error: cannot connect) | failed 2 ms (Error: cannot connect)",
      "skipped | serial.spec.js | database › reads | [node] | @serial | @skip",
      "failed | serial.spec.js:3 | database › connects | [other] | @serial | failed 2 ms (Error: cannot connect) | failed 2 ms (Error: cannot connect)",
      "skipped | serial.spec.js | database › reads | [other] | @serial | @skip",
    ]
  `);
  expect(report.attachments.slice(0, 2)).toMatchObject([
    { attempt: 1, name: 'error-context.md', content: { path: expect.stringContaining('-node/') } },
    {
      attempt: 2,
      name: 'error-context.md',
      content: { path: expect.stringContaining('-node-retry1/') },
    },
  ]);
});

it("takes the tries of failed tests from the texts of Playwright's older reporter", async () => {
  const report = await readFixture('playwright-1.40');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | tests/cart.spec.js | cart › adds up | [desk]",
      "failed | tests/cart.spec.js:4 | cart › keeps the discount | [desk] | failed 8 ms (Error: expect(received).toEqual(expected) // deep equality)",
      "failed | tests/cart.spec.js:11 | cart › check › out › tells the cause | [desk] | failed 23 ms (TypeError: checkout failed)",
      "failed | tests/cart.spec.js:15 | cart › fails softly | [desk] | failed 27 ms (Error: one line; Error: expect(received).toContain(expected) // indexOf; Error: and for good)",
      "failed | tests/cart.spec.js:20 | cart › walks in steps | [desk] | failed 24 ms (Error: it is stuck)",
      "timedOut | tests/cart.spec.js:26 | cart › takes too long | [desk] | timedOut 201 ms (Test timeout of 200ms exceeded.)",
      "failed | tests/cart.spec.js:27 | cart › throws a text | [desk] | failed 27 ms ('just a text')",
      "failed | tests/cart.spec.js:28 | cart › throws a thing | [desk] | failed 16 ms ({ code: 7 })",
      "failed | tests/cart.spec.js:29 | cart › leaves a rejection behind | [desk] | failed 22 ms (Error: nobody caught me)",
      "passed | tests/retries.spec.js | passes the second time | [desk] | passed 26 ms",
      "failed | tests/retries.spec.js:7 | never passes | [desk] | @attempts-reconstructed: The report tells the errors of every attempt, but only how long all took together | failed 0 ms (Error: attempt 0) | failed 25 ms (Error: attempt 1)",
      "passed | tests/retries.spec.js | in series › first | [desk]",
      "passed | tests/retries.spec.js | in series › second | [desk]",
      "passed | tests/retries.spec.js | in series › third | [desk]",
    ]
  `);
  expect(report.results[1]?.attempts?.[0]?.errors).toMatchInlineSnapshot(`
    [
      {
        "location": {
          "column": 27,
          "file": "/home/dev/shop/tests/cart.spec.js",
          "line": 8,
        },
        "message": "Error: expect(received).toEqual(expected) // deep equality

    - Expected  - 1
    + Received  + 1

      Object {
    -   "total": 100,
    +   "total": 90,
      }",
        "snippet": "   6 |     process.stdout.write(Buffer.from('größer\\n'));
       7 |     console.error('warning: rounding');
    >  8 |     expect({ total: 90 }).toEqual({ total: 100 });
         |                           ^
       9 |   });
      10 |   test.describe('check › out', () => {
      11 |     test('tells the cause', () => {",
        "stack": "Error: expect(received).toEqual(expected) // deep equality

    - Expected  - 1
    + Received  + 1

      Object {
    -   "total": 100,
    +   "total": 90,
      }
        at /home/dev/shop/tests/cart.spec.js:8:27",
      },
    ]
  `);
});

it('reads what it knows nothing of', async () => {
  const report = await readFixture('generic');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | scripts/lint.sh | no-unused",
      "passed | lint | no name of a class",
    ]
  `);
  expect(report.files).toEqual([
    { file: 'lint', durationMs: 100, errors: [{ message: 'the linter itself crashed' }] },
  ]);
});

it('reads a single suite as the root, and tests without names', async () => {
  const report = await readAll(
    '<testsuite name="a"><testcase/><testcase name="b" time="x"/></testsuite>',
  );
  expect(outline(report)).toEqual(['passed | a | (no name)', 'passed | a | b']);
});
