import { describe, expect, it } from 'vitest';
import { outline, readAll, readFixture, type WholeReport } from './read-all.ts';

// But for Node's all of them are written by hand, in the shapes that the tools' own sources and users' reports show.

it('reads pytest with modules that cannot be collected, subtests and a failing teardown', async () => {
  const report = await readFixture('pytest-xdist');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "skipped | tests/test_windows.py | (module) | @skip: only on Windows",
      "failed | tests/test_prices.py | test_all_prices | failed 4 ms (AssertionError: assert 2 == 3; AssertionError: assert 4 == 5)",
      "passed | tests/test_prices.py | TestRounding › TestDown › test_half[0.5-a::b]",
      "passed | tests/test_prices.py | test_open_bug | known to fail | @xfail: reason: SHOP-9",
      "passed | tests/test_prices.py | test_closed_bug",
      "failed | tests/test_prices.py | test_till | failed 21 ms (assert not True)",
      "failed | tests/test_prices.py | test_till | failed 2 ms (failed on teardown with "OSError: till is stuck")",
      "skipped | tests/test_prices.py | test_far_away | @skip: could not import 'boto3'",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "tests/unit/test_broken.py (ModuleNotFoundError: No module named 'till')",
    ]
  `);
});

it('reads Gradle with parameters, nested classes, and what fails after all tests of a class', async () => {
  const report = await readFixture('gradle-parameters');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | com.example.shop.PriceTest | [1] tea, 2.50",
      "failed | com.example.shop.PriceTest | [2] coffee, 3.10 | failed 2 ms (org.opentest4j.AssertionFailedError: expected: <3.10> but was: <3.1>)",
      "timedOut | com.example.shop.PriceTest | isQuick() | timedOut 1010 ms (java.util.concurrent.TimeoutException: isQuick() timed out after 1 second)",
      "passed | com.example.shop.PriceTest | Rounding › Down › rounds(BigDecimal, int)[1]",
      "passed | com.example.shop.PriceTest | repetition 2 of 3",
      "skipped | com.example.shop.PriceTest | is quoted() | @skip: no bank here",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "com.example.shop.PriceTest (java.io.UncheckedIOException: disk full)",
    ]
  `);
});

it('reads Surefire in suites of suites, with classes that failed or were skipped as a whole', async () => {
  const report = await readFixture('surefire-nested');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | com.example.shop.TillIT | opens{String, int}[2] | failed 900 ms (java.lang.AssertionError: till is closed) | passed 1500 ms",
      "failed | com.example.shop.TillIT | closes | failed 1100 ms (java.lang.IllegalStateException: till is stuck) | failed 400 ms (java.lang.AssertionError: still stuck)",
      "skipped | com.example.shop.OldIT | (class) | @skip: replaced by TillIT",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "com.example.shop.BankIT (java.net.ConnectException: connection refused)",
      "com.example.shop.TillIT",
      "com.example.shop.OldIT",
    ]
  `);
});

it('reads gotestsum with subtests of subtests, a time-out and a package that does not build', async () => {
  const report = await readFixture('gotestsum-build');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | example.com/shop/cart | TestTotal › empty",
      "failed | example.com/shop/cart | TestTotal › with_tea › and_milk | failed 10 ms (cart_test.go:18: )",
      "failed | example.com/shop/cart | TestTotal › with_tea | failed 10 ms (Failed)",
      "failed | example.com/shop/cart | TestTotal | failed 10 ms (Failed)",
      "timedOut | example.com/shop/cart | TestWaits | timedOut 10000 ms (panic: test timed out after 10s)",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "example.com/shop/till (# example.com/shop/till [example.com/shop/till.test]
    till/till_test.go:9:2: undefined: Open
    FAIL	example.com/shop/till [build failed])",
    ]
  `);
});

it('reads PHPUnit with data providers inside of classes inside of suites', async () => {
  const report = await readFixture('phpunit-nested');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | /app/tests/Price/PriceTest.php:14 | PriceTest › testCosts with data set #0",
      "failed | /app/tests/Price/PriceTest.php:14 | PriceTest › testCosts with data set "coffee to go" | failed 11 ms (Failed asserting that 300 matches expected 310.)",
      "failed | /app/tests/Price/PriceTest.php:20 | PriceTest › testIsFree | failed 20 ms (Error: Call to undefined function free())",
      "passed | /app/tests/Price/PriceTest.php:30 | PriceTest › testWarns",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "/app/tests/Price/PriceTest.php",
    ]
  `);
});

it('reads mocha-junit-reporter with a hook outside of all suites', async () => {
  const report = await readFixture('mocha-root-hook');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | /repo/test/till.spec.js | till › opens | passed 50 ms",
      "failed | /repo/test/till.spec.js | till › till closes | failed 3 ms (AssertionError: expected 'open' to equal 'closed')",
      "skipped | /repo/test/till.spec.js | till › is counted | @skip",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "/repo/test/till.spec.js (Error: cannot connect)",
    ]
  `);
});

it('reads the logger of dotnet test, whose suites are assemblies', async () => {
  const report = await readFixture('dotnet');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | Shop.Tests.Cart | AddsUp",
      "passed | Shop.Tests.Cart | Costs(name: "tea", price: 2.5)",
      "failed | Shop.Tests.PriceTests | Rounds | failed 410 ms (Assert.Equal() Failure: Values differ)",
      "passed | Shop.Tests.PriceTests | Down › Halves",
      "skipped | Shop.Tests.PriceTests | IsQuoted | @skip",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "Shop.Tests.dll prints 104 characters",
    ]
  `);
});

it('reads what Bazel writes for a test that writes no report', async () => {
  const report = await readFixture('bazel');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "failed | shop/cart/cart_test_shard_2/4 | shop/cart/cart_test_shard_2/4 | failed 7000 ms (exited with error code 3)",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "shop/cart/cart_test_shard_2/4 prints 176 characters",
    ]
  `);
});

it('reads cargo-nextest with reruns, time-outs, and a test that failed for being flaky', async () => {
  const report = await readFixture('nextest');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | shop-core | price › tests › adds_up",
      "failed | shop-core | price › tests › rounds | failed 4 ms (assertion \`left == right\` failed: rounds down) | failed 5 ms (assertion \`left == right\` failed: rounds down)",
      "passed | shop-core | till › tests › opens | failed 30 ms (test abort with signal 6 (SIGABRT)) | passed 10 ms",
      "failed | shop-core | till › tests › runs | failed 0 ms (No such file or directory (os error 2))",
      "timedOut | shop-core::bin/till | waits | timedOut 2001 ms (test timeout)",
      "failed | shop-core::bin/till | is_flaky | failed 13 ms (not yet) | failed 12 ms (test passed on attempt 2/3 but is configured to fail when flaky)",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`[]`);
});

it('reads CTest, where what cannot be started failed and what is disabled was skipped', async () => {
  const report = await readFixture('ctest');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | cart.adds_up | cart.adds_up | @cmake_labels: unit;quick | passed 4 ms",
      "failed | cart.keeps_discount | cart.keeps_discount | failed 100 ms (Failed)",
      "timedOut | cart.waits | cart.waits | timedOut 5010 ms (Timeout)",
      "skipped | cart.pays | cart.pays | @skip: SKIP_RETURN_CODE=77",
      "failed | cart.is_built | cart.is_built | failed 0 ms (Unable to find executable)",
      "skipped | cart.is_old | cart.is_old | @skip",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`[]`);
});

it('reads the test runner of Node, whose suites are the titles', async () => {
  const report = await readFixture('node-test');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | /home/dev/shop/test/cart.test.js | cart › adds up",
      "failed | /home/dev/shop/test/cart.test.js | cart › check › out › fails | failed 1 ms (AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:)",
      "skipped | /home/dev/shop/test/cart.test.js | cart › check › out › is to do | @todo: later",
      "skipped | /home/dev/shop/test/cart.test.js | cart › check › out › is skipped | @skip",
      "failed | /home/dev/shop/test/cart.test.js | has parts › part | failed 0 ms (TypeError: no)",
      "timedOut | /home/dev/shop/test/cart.test.js | takes too long | timedOut 31 ms (test timed out after 30ms)",
      "passed | /home/dev/shop/test/cart.test.js | is alone",
      "failed | /home/dev/shop/test/cart.test.js | hooks › reads | failed 0 ms (test did not finish before its parent and was cancelled)",
      "passed | /home/dev/shop/test/second.test.js | is alone",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "/home/dev/shop/test/broken.test.js (test failed)",
    ]
  `);
});

it('reads Bun, whose class names are the titles the other way round', async () => {
  const report = await readFixture('bun');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | src/cart.test.ts:2 | is alone",
      "failed | src/cart.test.ts:5 | cart › check > out › fails | failed 1 ms (AssertionError)",
      "skipped | src/cart.test.ts:6 | cart › check > out › is to do | @todo",
      "skipped | src/cart.test.ts:9 | cart › is skipped | @skip",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`[]`);
});

it('reads Cypress, which tells the file of an empty suite alone', async () => {
  const report = await readFixture('cypress');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | cypress/e2e/cart.cy.ts | cart › adds up",
      "failed | cypress/e2e/cart.cy.ts | cart › shows tea | failed 4031 ms (AssertionError: Timed out retrying after 4000ms: Expected to find element: \`.tea\`, but never found it.)",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`[]`);
});

it('reads classes of one file in Python with the same tests', async () => {
  const report = await readFixture('xmlrunner');
  expect(outline(report)).toMatchInlineSnapshot(`
    [
      "passed | tests/test_cart.py:5 | CartTest › test_adds_up",
      "failed | tests/test_cart.py:12 | TillTest › test_adds_up | failed 2 ms (AssertionError: 1 != 2)",
    ]
  `);
  expect(fileLines(report)).toMatchInlineSnapshot(`
    [
      "tests/test_cart.py",
      "tests/test_cart.py",
    ]
  `);
});

/** `tests/test_cart.py (cannot connect) prints 20 characters`. */
function fileLines({ files }: WholeReport): string[] {
  return files.map(({ file, errors = [], stdout }) => {
    const messages = errors.map(({ message }) => ` (${message})`);
    return [
      file,
      ...messages,
      stdout === undefined ? '' : ` prints ${stdout.length} characters`,
    ].join('');
  });
}

describe('a test case without a name', () => {
  it('of elm-test is only how long the test behind it took', async () => {
    const report = await readAll(
      `<testsuite name="elm-test" package="elm-test" tests="4" failed="1">
         <testcase>7</testcase><testcase classname="CartTest view" name="shows the total" time="0.003"/>
         <testcase>15</testcase><testcase classname="CartTest update" name="adds an item" time="0.002"><failure>Expect.equal 1 2</failure></testcase>
       </testsuite>`,
    );
    expect(outline(report)).toEqual([
      'passed | CartTest view | shows the total',
      'failed | CartTest update | adds an item | failed 2 ms (Expect.equal 1 2)',
    ]);
  });

  it.each(['<testcase>7</testcase>', '<testcase>\n 0.25 </testcase>'])(
    'is none where only a number is in it: %j',
    async (element) => {
      const { results } = await readAll(`<testsuite>${element}</testsuite>`);
      expect(results).toEqual([]);
    },
  );

  it.each([
    ['<testcase/>', 'passed'],
    ['<testcase>at 10:00 it failed</testcase>', 'passed'],
    ['<testcase><failure message="no"/></testcase>', 'failed'],
    ['<testcase time="7"/>', 'passed'],
    ['<testcase name="7"/>', 'passed'],
    ['<testcase><skipped/></testcase>', 'skipped'],
  ])('is one where something else is: %s', async (element, status) => {
    const { results } = await readAll(`<testsuite>${element}</testsuite>`);
    expect(results.map((result) => result.status)).toEqual([status]);
  });

  it('does not hide that a report lists no test', async () => {
    const { error } = await readAll('<testsuite tests="1"><testcase>7</testcase></testsuite>');
    expect(error).toMatchObject({ message: 'it counts 1 test and lists none' });
  });
});
