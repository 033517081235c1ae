import { expect, it } from 'vitest';
import { findForeignFormat } from '../src/foreign-format.ts';
import { RECOGNITION_BYTES, recognizeFormat } from '../src/report-format.ts';

// The beginnings of what the tools write.
const HEADS = [
  ['lcov', 'TN:\nSF:src/cart.ts\nFN:1,add\nFNF:1\nDA:1,1\nend_of_record\n'],
  ['lcov2', 'SF:/a.js\nDA:1,1\nend_of_record\n'],
  ['goCover', 'mode: set\nshop/a.go:1.1,2.2 1 1\n'],
  [
    'sarif',
    '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"ESLint"}},"results":[]}]}',
  ],
  [
    'cobertura',
    '<?xml version="1.0" ?>\n<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">\n<coverage line-rate="0.9" version="1.9">',
  ],
  [
    'clover',
    '<?xml version="1.0" encoding="UTF-8"?>\n<coverage generated="1700000000" clover="3.2.0"><project timestamp="1">',
  ],
  [
    'jacoco',
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="shop"><sessioninfo id="a"/>',
  ],
  [
    'istanbulSummary',
    '{"total": {"lines":{"total":10,"covered":9,"skipped":0,"pct":90},"statements":{}}}',
  ],
  ['opencover', '<CoverageSession><Summary/>'],
  [
    'surefireTxt',
    '-------------------------------------------------------------------------------\nTest set: com.shop.CartTest\n-------------------------------------------------------------------------------\nTests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in com.shop.CartTest\n',
  ],
  [
    'robot',
    '<?xml version="1.0" encoding="UTF-8"?>\n<robot generator="Robot 7.0 (Python 3.12)" generated="2026-01-01" rpa="false" schemaversion="5">\n<suite id="s1">',
  ],
  [
    'ctest',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Site BuildName="(empty)" Name="x">\n<Testing>',
  ],
  [
    'boost',
    '<TestLog><TestSuite name="cart"><TestCase name="adds"><TestingTime>12</TestingTime></TestCase></TestSuite></TestLog>',
  ],
  [
    'boostResult',
    '<TestResult><TestSuite name="cart" result="passed" assertions_passed="1"></TestSuite></TestResult>',
  ],
  [
    'gtestJson',
    '{\n  "tests": 3,\n  "failures": 1,\n  "disabled": 0,\n  "errors": 0,\n  "timestamp": "2026-11-20T10:00:00Z",\n  "time": "0.1s",\n  "name": "AllTests",\n  "testsuites": [\n    {\n      "name": "Cart",\n      "tests": 3,\n "testsuite": [{"name":"Adds","status":"RUN","result":"COMPLETED"}]}]}',
  ],
  [
    'unittest',
    '..F.s\n======================================================================\nFAIL: test_adds (test_cart.CartTest)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n',
  ],
  [
    'unittestV',
    'test_adds (test_cart.CartTest.test_adds) ... ok\ntest_x (test_cart.CartTest.test_x) ... FAIL\n',
  ],
  [
    'pytestJson',
    '{"created": 1700000000.1, "duration": 0.12, "exitcode": 1, "root": "/shop", "environment": {}, "summary": {"passed": 1, "total": 2, "collected": 2}, "collectors": [], "tests": [{"nodeid": "test_cart.py::test_adds", "lineno": 3, "outcome": "passed"}]}',
  ],
  [
    'pytestReportLog',
    '{"pytest_version": "8.0.0", "$report_type": "SessionStart"}\n{"nodeid": "", "outcome": "passed"}\n',
  ],
  [
    'pytestText',
    '============================= test session starts ==============================\nplatform linux -- Python 3.12\n',
  ],
  ['html', '<!DOCTYPE html>\n<html lang="en"><head><title>Report</title>'],
  ['htmlComment', '<!-- saved --><!doctype html><HTML>'],
  ['testng', '<testng-results ignored="0" total="3" passed="3">'],
  [
    'catch2',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Catch2TestRun name="tests" rng-seed="1" catch2-version="3.5.0">',
  ],
  ['catch1', '<Catch name="t"><Group name="t">'],
  ['doctest', '<?xml version="1.0" encoding="UTF-8"?>\n<doctest binary="t"><Options/>'],
  ['qtest', '<?xml version="1.0" encoding="UTF-8"?>\n<TestCase name="tst_Cart">\n<Environment>'],
  [
    'libtest',
    '{ "type": "suite", "event": "started", "test_count": 2 }\n{ "type": "test", "event": "started", "name": "a" }\n',
  ],
  ['cargoText', '\nrunning 2 tests\ntest cart::adds ... ok\n'],
  ['goText', '=== RUN   TestAdd\n--- PASS: TestAdd (0.00s)\nPASS\nok  \tshop\t0.01s\n'],
  ['eclipse', '<?xml version="1.0"?><testrun name="CartTest" project="shop" tests="3">'],
  [
    'cucumberMessages',
    '{"meta":{"protocolVersion":"24.0.0","implementation":{"name":"cucumber-js"}}}\n{"source":{"data":"Feature: a","uri":"a.feature"}}\n',
  ],
  ['newman', '{"collection":{"_":{}},"environment":{},"run":{"stats":{},"executions":[]}}'],
  ['k6', '{"metrics":{"http_reqs":{}},"root_group":{"name":""}}'],
  ['rspec', '{"version":"3.13","examples":[{"id":"a","full_description":"b"}]}'],
  ['sonar', '<testExecutions version="1"><file path="a">'],
  ['teamcity', "##teamcity[testSuiteStarted name='cart']\n"],
  ['eslint', '[{"filePath":"/a.js","messages":[],"errorCount":0,"warningCount":0}]'],
  ['checkstyle', '<checkstyle version="4.3">'],
  ['lintJunit', '<issues format="5" by="lint">'],
  [
    'failsafe',
    '<?xml version="1.0" encoding="UTF-8"?>\n<failsafe-summary timeout="false"><completed>1</completed></failsafe-summary>',
  ],
  [
    'testngSuite',
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE suite SYSTEM "https://testng.org/testng-1.0.dtd">\n<suite name="Failed suite [shop]">',
  ],
  ['otherSuite', '<suite name="cart"/>'],
  ['cpd', '<pmd-cpd pmdVersion="7.0.0">'],
  ['spotbugs', '<BugCollection version="4.8.0">'],
  [
    'surefireDump',
    '# Created at 2026-11-20T10:00:00.123\nCorrupted channel by directly writing to native stream\n',
  ],
  ['zip', 'PK\u0003\u0004\u0014\0\0'],
  ['pkg', '{"name":"x","version":"1"}'],
] as const;

it('names the formats that svc does not read, with the way to one that it reads', () => {
  const named = HEADS.map(([tool, head]) => {
    expect(recognizeFormat(head)).toBeUndefined();
    const { name, instead } = findForeignFormat(head) ?? {};
    return [tool, name, ...(instead === undefined ? [] : [instead])].join(' | ');
  });
  expect(named).toMatchInlineSnapshot(`
    [
      "lcov | a coverage report",
      "lcov2 | a coverage report",
      "goCover | a coverage report",
      "sarif | SARIF, a report of a linter or scanner",
      "cobertura | a coverage report",
      "clover | a coverage report",
      "jacoco | a coverage report",
      "istanbulSummary | a coverage report",
      "opencover | a coverage report",
      "surefireTxt | Surefire's text | the XML beside it, TEST-*.xml",
      "robot | Robot Framework's own XML | JUnit XML, with --xunit",
      "ctest | the XML of CTest | JUnit XML, with ctest --output-junit",
      "boost | the XML of Boost.Test | JUnit XML, with --logger=JUNIT,all,report.xml",
      "boostResult | the XML of Boost.Test | JUnit XML, with --logger=JUNIT,all,report.xml",
      "gtestJson | the JSON of GoogleTest | its XML, with --gtest_output=xml",
      "unittest | the text of Python's unittest | JUnit XML, with python -m xmlrunner or pytest --junit-xml=report.xml",
      "unittestV | the text of Python's unittest | JUnit XML, with python -m xmlrunner or pytest --junit-xml=report.xml",
      "pytestJson | the JSON of pytest-json-report | JUnit XML, with pytest --junit-xml=report.xml",
      "pytestReportLog | the JSON of pytest-reportlog | JUnit XML, with pytest --junit-xml=report.xml",
      "pytestText | the text of pytest | JUnit XML, with pytest --junit-xml=report.xml",
      "html | an HTML page | JUnit XML, which most tools write beside it",
      "htmlComment | an HTML page | JUnit XML, which most tools write beside it",
      "testng | TestNG's own XML | the folder junitreports beside it",
      "catch2 | the XML of Catch2 | JUnit XML, with --reporter junit",
      "catch1 | the XML of Catch2 | JUnit XML, with --reporter junit",
      "doctest | the XML of doctest | JUnit XML, with --reporters=junit",
      "qtest | the XML of Qt Test | JUnit XML, with -o report.xml,junitxml",
      "libtest | the JSON of Rust's tests | JUnit XML, with cargo nextest",
      "cargoText | the text of cargo test | JUnit XML, with cargo nextest",
      "goText | the text of go test | the output of go test -json",
      "eclipse | Eclipse's own XML | JUnit XML, which Maven and Gradle write",
      "cucumberMessages | Cucumber's messages | JSON or JUnit XML, with --format json or junit",
      "newman | the JSON of Newman | JUnit XML, with -r junit",
      "k6 | the summary of k6 | JUnit XML, from handleSummary",
      "rspec | the JSON of RSpec | JUnit XML, with the gem rspec_junit_formatter",
      "sonar | Sonar's generic test data | the report that it was made from",
      "teamcity | messages for TeamCity | JUnit XML of the same tool",
      "eslint | a report of a linter",
      "checkstyle | a report of a linter",
      "lintJunit | a report of a linter",
      "failsafe | Failsafe's summary",
      "testngSuite | TestNG's list of tests",
      "otherSuite | ",
      "cpd | a report of a linter",
      "spotbugs | a report of a linter",
      "surefireDump | a dump of Surefire",
      "zip | a ZIP archive | the reports that it contains",
      "pkg | ",
    ]
  `);
});

it('knows what tools write beside their reports, so that no result is lost without it', () => {
  const companions = HEADS.flatMap(([tool, head]) => {
    const companion = findForeignFormat(head)?.companion;
    return companion === undefined ? [] : [`${tool}: ${companion}`];
  });
  expect(companions).toMatchInlineSnapshot(`
    [
      "lcov: always",
      "lcov2: always",
      "goCover: always",
      "sarif: always",
      "cobertura: always",
      "clover: always",
      "jacoco: always",
      "istanbulSummary: always",
      "opencover: always",
      "surefireTxt: maven",
      "testng: maven",
      "eslint: always",
      "checkstyle: always",
      "lintJunit: always",
      "failsafe: always",
      "testngSuite: always",
      "cpd: always",
      "spotbugs: always",
      "surefireDump: maven",
    ]
  `);
});

it.each([
  ['com.shop.CartTest-output.txt', 'named'],
  ['2026-11-20T10-00-00_123-jvmRun1.dump', 'maven'],
  ['2026-11-20T10-00-00_123.dumpstream', 'maven'],
  ['0f8fad5b-attachment.txt', 'allure'],
  ['executor.json', 'allure'],
  ['environment.properties', 'allure'],
  ['2026-11-20T10-00-00_123.dump', 'maven'],
  ['heap.dump', undefined],
  ['notes.txt', undefined],
  ['output.txt', undefined],
])('knows %s by its name: %s', (name, companion) => {
  expect(findForeignFormat('anything', name)?.companion).toBe(companion);
});

it('judges hostile beginnings in the time of their length', () => {
  const heads = ['<!DOCTYPE [', '<!--', '.F', '=', 'test(', '{"a":"\\', '[{', 'SF:'].map((text) =>
    text.repeat(RECOGNITION_BYTES / text.length),
  );
  for (const head of heads) expect(() => findForeignFormat(head)).not.toThrow();
});
