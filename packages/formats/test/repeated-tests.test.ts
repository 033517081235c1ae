import { describe, expect, it } from 'vitest';
import { outline, readAll } from './read-all.ts';

const testcase = (name: string, outcome: string, more = '') => {
  const inside: Record<string, string> = {
    failed: '<failure message="no"/>',
    'timed out': '<failure type="timeout" message="late"/>',
    skipped: '<skipped/>',
  };
  return `<testcase classname="S" name="${name}" time="0.01" ${more}>${inside[outcome] ?? ''}</testcase>`;
};
const attached = (name: string) => `<system-out>[[ATTACHMENT|${name}]]</system-out>`;
const suite = (...inside: string[]) =>
  `<testsuite name="S" package="res://test">${inside.join('')}</testsuite>`;
/** A report of gdUnit, whose suites cannot have two tests of one name. */
const report = (...suites: string[]) =>
  `<testsuites id="2026-11-20" name="report_1">${suites.join('')}</testsuites>`;

/** The statuses of the results, each with those of its attempts. */
async function statusesIn(text: string): Promise<string[]> {
  const { results, error } = await readAll(text);
  expect(error).toBeUndefined();
  return results.map(({ status, attempts = [] }) =>
    attempts.length < 2 ? status : `${attempts.map((one) => one.status).join(', ')}: ${status}`,
  );
}

describe('a repeated test case of a tool whose names are unique', () => {
  it.each([
    [['failed', 'passed'], ['failed, passed: passed']],
    [['failed', 'failed', 'passed'], ['failed, failed, passed: passed']],
    [['timed out', 'passed'], ['timedOut, passed: passed']],
    // Tests of equal names, or runs of one test on purpose.
    [
      ['failed', 'failed'],
      ['failed', 'failed'],
    ],
    [
      ['passed', 'passed'],
      ['passed', 'passed'],
    ],
    [
      ['passed', 'failed'],
      ['passed', 'failed'],
    ],
    [
      ['passed', 'failed', 'passed'],
      ['passed', 'failed', 'passed'],
    ],
    [
      ['failed', 'passed', 'passed'],
      ['failed', 'passed', 'passed'],
    ],
    [
      ['failed', 'passed', 'failed'],
      ['failed', 'passed', 'failed'],
    ],
    [
      ['failed', 'skipped'],
      ['failed', 'skipped'],
    ],
    [
      ['skipped', 'passed'],
      ['skipped', 'passed'],
    ],
  ])('with %j is %j', async (outcomes, expected) => {
    const cases = outcomes.map((one) => testcase('a', one));
    expect(await statusesIn(report(suite(...cases)))).toEqual(expected);
  });

  it('stays in its place if it is several tests', async () => {
    const { results } = await readAll(
      report(suite(testcase('a', 'failed'), testcase('b', 'passed'), testcase('a', 'failed'))),
    );
    expect(results.map(({ titlePath }) => titlePath.at(-1))).toEqual(['a', 'b', 'a']);
  });

  it('is one test with the times of all attempts, between the tests around it', async () => {
    const cases = suite(
      testcase('first', 'failed'),
      testcase('a', 'failed', 'timestamp="2026-11-20T10:00:00Z"'),
      testcase('second', 'passed'),
      testcase('a', 'passed', 'timestamp="2026-11-20T10:00:01Z"'),
      testcase('third', 'passed'),
    );
    const whole = await readAll(report(cases));
    expect(outline(whole)).toEqual([
      'failed | S | first | failed 10 ms (no)',
      'passed | S | a | failed 10 ms (no) | passed 10 ms',
      'passed | S | second',
      'passed | S | third',
    ]);
    expect(whole.results[1]).toMatchObject({
      durationMs: 20,
      startedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('keeps the attachments of each attempt', async () => {
    const { results, attachments } = await readAll(
      report(
        suite(
          `<testcase classname="S" name="a"><failure message="no"/>${attached('one.png')}</testcase>`,
          `<testcase classname="S" name="a">${attached('two.png')}</testcase>`,
        ),
      ),
    );
    expect(results).toHaveLength(1);
    expect(attachments).toMatchObject([
      { result: results[0], attempt: 1, name: 'one.png' },
      { result: results[0], attempt: 2, name: 'two.png' },
    ]);
  });
});

describe('tests that are not one', () => {
  it.each([
    ['suites', report(suite(testcase('a', 'failed')), suite(testcase('a', 'passed')))],
    [
      'suites in each other',
      report(
        suite(testcase('a', 'failed'), suite(testcase('a', 'passed')), testcase('a', 'passed')),
      ),
    ],
    [
      'classes',
      report(
        suite(
          '<testcase classname="A" name="a" file="x.py"><failure/></testcase>',
          '<testcase classname="B" name="a" file="x.py"/>',
        ),
      ),
    ],
    [
      'files',
      report(
        suite(
          '<testcase classname="A" name="a" file="x.py"><failure/></testcase>',
          '<testcase classname="A" name="a" file="y.py"/>',
        ),
      ),
    ],
    [
      'lines',
      report(suite(testcase('a', 'failed', 'line="3"'), testcase('a', 'passed', 'line="9"'))),
    ],
  ])('have equal names in different %s', async (_, text) => {
    const statuses = await statusesIn(text);
    expect(statuses).toContain('failed');
    expect(statuses.every((status) => !status.includes(':'))).toBe(true);
  });

  it.each([
    [
      'Surefire, which marks retries: rows of TestNG have one name',
      '<testsuite name="com.a.BTest"><properties><property name="java.version" value="21"/></properties>CASES</testsuite>',
    ],
    [
      'Surefire without properties',
      '<testsuite name="com.a.BTest" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd">CASES</testsuite>',
    ],
    [
      'dotnet test: rows of a theory may have one name',
      '<testsuite name="a.dll">CASES</testsuite>',
    ],
    [
      'Vitest, which reports the last attempt',
      '<testsuites name="vitest tests"><testsuite name="a.ts">CASES</testsuite></testsuites>',
    ],
    [
      'jest-junit, which reports the last attempt',
      '<testsuites name="jest tests"><testsuite name="a.ts">CASES</testsuite></testsuites>',
    ],
    ['pytest: a fixture may fail after its test', '<testsuite name="pytest">CASES</testsuite>'],
    ['Mocha', '<testsuites name="Mocha Tests"><testsuite name="a">CASES</testsuite></testsuites>'],
    ['an unknown tool', '<testsuites><testsuite name="a">CASES</testsuite></testsuites>'],
    [
      'Gradle, whose dynamic tests may have one display name',
      '<testsuite name="com.a.BTest" tests="2" failures="1"><properties/>CASES</testsuite>',
    ],
    [
      "Android's plug-in",
      '<testsuite name="com.a.BTest"><properties><property name="device" value="pixel"/><property name="flavor" value=""/></properties>CASES</testsuite>',
    ],
  ])('repeat a name in reports of %s', async (_, text) => {
    const cases =
      '<testcase classname="com.a.BTest" name="a"><failure message="no"/></testcase><testcase classname="com.a.BTest" name="a"/>';
    expect(await statusesIn(text.replace('CASES', cases))).toEqual(['failed', 'passed']);
  });

  it.each([
    ['RSpec, which reports the last attempt', 'rspec', 'classname="spec.cart_spec" name="Cart"'],
    ['a process of RSpec', 'rspec2', 'classname="spec.cart_spec" name="Cart" file="./a_spec.rb"'],
    ['Pester', 'C:\\w\\Cart.Tests.ps1', 'classname="C:\\w\\Cart.Tests.ps1" name="Cart.adds"'],
  ])('repeat a name in reports of %s, too', async (_, name, attributes) => {
    const cases = `<testcase ${attributes}><failure message="no"/></testcase><testcase ${attributes}/>`;
    const text = `<testsuite name="${name}">${cases}</testsuite>`;
    expect(await statusesIn(text)).toEqual(['failed', 'passed']);
  });
});

it.each([
  [
    'RSpec',
    '<testsuite name="rspec" tests="2" failures="1">CASES</testsuite>',
    'classname="spec.user_spec" name="User is valid" file="./spec/user_spec.rb"',
  ],
  [
    'Ginkgo',
    '<testsuites tests="2" disabled="0" errors="0" failures="1" time="1"><testsuite name="Users" package="/src"><properties><property name="SuiteSucceeded" value="false"/></properties>CASES</testsuite></testsuites>',
    'classname="Users" name="[It] is valid" status="passed"',
  ],
  [
    'Robot Framework',
    '<testsuite name="Login">CASES</testsuite>',
    'classname="Login" name="Valid"',
  ],
  [
    'Karma',
    '<testsuite name="Chrome 120.0.0.0 (Linux x86_64)" package=""><properties><property name="browser.fullName" value="Mozilla"/></properties>CASES</testsuite>',
    'classname="Chrome.Cart" name="Cart pays"',
  ],
  [
    'Gradle with dynamic tests',
    '<testsuite name="com.shop.CartTest"><properties/>CASES</testsuite>',
    'classname="com.shop.CartTest" name="pays"',
  ],
  [
    'Gradle with rows of one name',
    '<testsuite name="com.shop.CartTest"><properties/>CASES</testsuite>',
    'classname="com.shop.CartTest" name="pays(int)"',
  ],
  [
    'Swift Testing, whose names are free',
    '<testsuites tests="2" failures="1"><testsuite name="AppTests" tests="2" failures="1">CASES</testsuite></testsuites>',
    'classname="CartTests" name="pays at once"',
  ],
])('keeps a failed test of %s beside a passed one of its name', async (_, text, attributes) => {
  const cases = ['<failure message="no"/>', ''].map(
    (inside, index) =>
      `<testcase ${index === 0 ? attributes.replace('passed', 'failed') : attributes} time="1">${inside}</testcase>`,
  );
  expect(await statusesIn(text.replace('CASES', cases.join('')))).toEqual(['failed', 'passed']);
});

const XCODE = 'classname="AppTests.CartTests"';
const bundle = (...cases: string[]) =>
  `<testsuites name="Selected tests" tests="4" failures="1"><testsuite name="AppTests.CartTests" tests="4" failures="1">${cases.join('')}</testsuite></testsuites>`;
const tried = (...tries: [name: string, inside: string][]) =>
  `<testsuites tests="1" failures="0" skipped="0" time="2"><testsuite name="AppTests" time="2" tests="1" failures="0" skipped="0">${tries
    .map(
      ([name, inside]) =>
        `<testcase name="pays at once" classname="CartTests" time="1">${inside}<properties><property name="repetition" value="${name}"/></properties></testcase>`,
    )
    .join('')}</testsuite></testsuites>`;
const NO = '<failure message="no"/>';

it.each([
  ['named tries', tried(['First Run', NO], ['Retry 1', '']), ['failed, passed: passed']],
  [
    'named tries that failed',
    tried(['First Run', NO], ['Retry 1', NO]),
    ['failed, failed: failed'],
  ],
  [
    'a retry that was skipped',
    tried(['First Run', NO], ['Retry 1', '<skipped/>']),
    ['failed', 'skipped'],
  ],
  ['iterations', tried(['First Run', NO], ['Repetition 1', '']), ['failed', 'passed']],
  [
    'iterations of every test',
    bundle(
      `<testcase ${XCODE} name="testPays">${NO}</testcase>`,
      `<testcase ${XCODE} name="testPays" time="1"/>`,
      `<testcase ${XCODE} name="testShows" time="1"/>`,
      `<testcase ${XCODE} name="testShows" time="1"/>`,
    ),
    ['failed', 'passed', 'passed', 'passed'],
  ],
])('reads %s of Xcode', async (_, text, expected) => {
  expect(await statusesIn(text)).toEqual(expected);
});

const ofGo = (...cases: string[]) =>
  `<testsuites tests="4" failures="1"><testsuite name="shop/cart" tests="4" failures="1"><properties><property name="go.version" value="go1.26.1"/></properties>${cases
    .map((one) => {
      const [name, failed] = one.split(' ');
      return `<testcase classname="shop/cart" name="${name}" time="0.1">${failed === '!' ? NO : ''}</testcase>`;
    })
    .join('')}</testsuite></testsuites>`;

it.each([
  [
    'with --rerun-fails',
    ofGo('TestA !', 'TestA/x !', 'TestB', 'TestA', 'TestA/x', 'TestA/y', 'TestA/y'),
    ['failed, passed: passed', 'failed, passed: passed', 'passed', 'passed', 'passed'],
  ],
  [
    'with -count=2',
    ofGo('TestA !', 'TestB', 'TestA', 'TestB'),
    ['failed', 'passed', 'passed', 'passed'],
  ],
  [
    'with -count=2, in the order of the runs',
    ofGo('TestB', 'TestA !', 'TestB', 'TestA'),
    ['passed', 'failed', 'passed', 'passed'],
  ],
])('reads repeated tests of Go %s', async (_, text, expected) => {
  expect(await statusesIn(text)).toEqual(expected);
});

it.each([
  [
    'Xcode, by xcpretty',
    "<testsuites name='AppTests.xctest' tests='2' failures='1'><testsuite name='AppTests.CartTests' tests='2' failures='1'><testcase classname='AppTests.CartTests' name='testPays'><failure message='no'>CartTests.swift:9</failure></testcase><testcase classname='AppTests.CartTests' name='testPays' time='0.01'/></testsuite></testsuites>",
  ],
  [
    "Gradle's plug-in for retries, with JUnit 4",
    '<testsuite name="com.shop.CartTest" tests="2" failures="1"><properties/><testcase name="pays" classname="com.shop.CartTest" time="1"><failure message="no">no\n\tat com.shop.CartTest.pays(CartTest.java:9)\n\tat app//org.junit.runners.ParentRunner.run(ParentRunner.java:413)</failure></testcase><testcase name="pays" classname="com.shop.CartTest" time="1"/></testsuite>',
  ],
  [
    'Marathon, in its own suite',
    '<testsuite name="common" tests="2" failures="1" errors="0"><properties/><testcase classname="com.shop.CartTest" name="pays" time="1"><failure>no</failure></testcase><testcase classname="com.shop.CartTest" name="pays" time="1"/></testsuite>',
  ],
  [
    'Xcode, by xcbeautify',
    '<testsuites name="All tests"><testsuite name="AppTests.CartTests"><testcase classname="AppTests.CartTests" name="testPays"><failure message="XCTAssertTrue failed"/></testcase><testcase classname="AppTests.CartTests" name="testPays" time="0.03"/></testsuite></testsuites>',
  ],
  [
    'Xcode, by trainer',
    '<testsuites tests="2" failures="1"><testsuite name="AppTests" tests="2" failures="1"><testcase classname="CartTests" name="testPays()" time="1"><failure message="XCTAssertTrue failed (CartTests.swift#CharacterRangeLen=0)"/></testcase><testcase classname="CartTests" name="testPays()" time="1"/></testsuite></testsuites>',
  ],
  [
    'gdUnit',
    '<testsuites id="2026" name="report_1"><testsuite id="0" name="CartTest" package="test"><testcase name="test_pays" classname="CartTest" time="0.1"><failure message="FAILED: res://test/CartTest.gd:9" type="FAILURE">no</failure></testcase><testcase name="test_pays" classname="CartTest" time="0.1"/></testsuite></testsuites>',
  ],
  [
    'Marathon',
    '<testsuite name="pixel" tests="2" failures="1"><properties><property name="device" value="pixel"/></properties><testcase classname="com.shop.CartTest" name="pays" time="1"><failure message="no"/></testcase><testcase classname="com.shop.CartTest" name="pays" time="1"/></testsuite>',
  ],
  [
    "Gradle's plug-in for retries, without mergeReruns",
    '<testsuite name="com.shop.CartTest" tests="2" failures="1"><properties/><testcase name="pays()" classname="com.shop.CartTest" time="1"><failure message="no"/></testcase><testcase name="pays()" classname="com.shop.CartTest" time="1"/></testsuite>',
  ],
])('joins the attempts of %s', async (_, text) => {
  expect(await statusesIn(text)).toEqual(['failed, passed: passed']);
});

describe('what waits for the end of its suite', () => {
  it('is not lost in a report that is cut off', async () => {
    for (const end of ['', '</wrong>', '<testcase']) {
      const { results, error } = await readAll(
        `<testsuites name="report_1"><testsuite name="S" package="test">${testcase('a', 'failed')}${testcase('b', 'passed')}${testcase('a', 'passed')}${end}`,
      );
      expect(error).toBeDefined();
      expect(results.map(({ status }) => status)).toEqual(['passed', 'passed']);
    }
  });

  it('stays in its order where one name is repeated again and again', async () => {
    const half = Array.from({ length: 2_000 }, () => testcase('a', 'failed')).join('');
    const end = testcase('a', 'passed');
    const { results } = await readAll(report(suite(half, end, half, end)));
    expect(results.map(({ status }) => status).lastIndexOf('failed')).toBe(4_000);
    expect(results).toHaveLength(4_002);
  });

  it('is bounded: a retry far behind its failure is another test', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => testcase(`t${index}`, 'passed'));
    const { results } = await readAll(
      report(suite(testcase('a', 'failed'), ...many, testcase('a', 'passed'))),
    );
    expect(results).toHaveLength(20_002);
    expect(results.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('does not wait for more text than fits', async () => {
    const text = 'x'.repeat(256 * 1024);
    const loud = Array.from(
      { length: 40 },
      (_, index) =>
        `<testcase classname="S" name="t${index}"><failure message="no"/><system-err>${text}</system-err></testcase>`,
    );
    const { results } = await readAll(
      report(suite(testcase('a', 'failed'), ...loud, testcase('a', 'passed'))),
    );
    expect(results).toHaveLength(42);
  });
});
