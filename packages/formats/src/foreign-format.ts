import { collectKeys, toLocalName, findRootElement, trimReportHead } from './report-head.ts';

/** An unsupported format, and how to get a supported report instead. */
export interface ForeignFormat {
  name: string;
  /** The file to upload instead; absent for files that are not reports of tests. */
  instead?: string;
  /**
   * Whether tools write such a file next to their reports, so that a glob matches it and no result is lost without it:
   * `always` if it never has results, otherwise the tool whose reports must be there, because they have the same.
   */
  companion?: Companion;
}

/**
 * `maven`: Surefire, Failsafe and TestNG, whose reports are `TEST-*.xml` next to the file or in a folder
 * `junitreports`. `named`: the report next to the file with the same name, `a.xml` or `TEST-a.xml`. `allure`: results
 * in its folder.
 */
export type Companion = 'always' | 'maven' | 'named' | 'allure';

/**
 * Finds a known foreign format, for the message about a file that `recognizeFormat` does not recognize. `name` is the
 * file's own. Undefined for an unknown format.
 */
export function findForeignFormat(head: string, name = ''): ForeignFormat | undefined {
  return findFormatByContent(head) ?? FOREIGN_NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

function findFormatByContent(head: string): ForeignFormat | undefined {
  const text = trimReportHead(head);
  if (/^<!doctype html[\s>]/i.test(text)) return HTML;
  const root = findRootElement(text);
  if (root === 'suite') return /\btestng\b/i.test(text.slice(0, 1_000)) ? TESTNG_SUITE : undefined;
  if (root !== undefined) return FOREIGN_ROOTS.get(toLocalName(root).toLowerCase());
  if (/^[{[]/.test(text)) return findForeignJson(collectKeys(text));
  return FOREIGN_TEXTS.find(([pattern]) => pattern.test(text))?.[1];
}

const HTML: ForeignFormat = {
  name: 'an HTML page',
  instead: 'JUnit XML, which most tools write beside it',
};
const COVERAGE: ForeignFormat = { name: 'a coverage report', companion: 'always' };
const LINTER: ForeignFormat = { name: 'a report of a linter', companion: 'always' };
const TESTNG_SUITE: ForeignFormat = { name: "TestNG's list of tests", companion: 'always' };
const PYTEST = 'JUnit XML, with pytest --junit-xml=report.xml';
const BOOST: ForeignFormat = {
  name: 'the XML of Boost.Test',
  instead: 'JUnit XML, with --logger=JUNIT,all,report.xml',
};
const CATCH: ForeignFormat = {
  name: 'the XML of Catch2',
  instead: 'JUnit XML, with --reporter junit',
};
const CARGO = 'JUnit XML, with cargo nextest';

const FOREIGN_ROOTS = new Map<string, ForeignFormat>([
  [
    'testng-results',
    {
      name: "TestNG's own XML",
      instead: 'the folder junitreports beside it',
      companion: 'maven',
    },
  ],
  ['failsafe-summary', { name: "Failsafe's summary", companion: 'always' }],
  ['robot', { name: "Robot Framework's own XML", instead: 'JUnit XML, with --xunit' }],
  [
    'testexecutions',
    { name: "Sonar's generic test data", instead: 'the report that it was made from' },
  ],
  ['site', { name: 'the XML of CTest', instead: 'JUnit XML, with ctest --output-junit' }],
  ['testlog', BOOST],
  ['testresult', BOOST],
  ['catch2testrun', CATCH],
  ['catch', CATCH],
  ['doctest', { name: 'the XML of doctest', instead: 'JUnit XML, with --reporters=junit' }],
  ['testcase', { name: 'the XML of Qt Test', instead: 'JUnit XML, with -o report.xml,junitxml' }],
  ['testrun', { name: "Eclipse's own XML", instead: 'JUnit XML, which Maven and Gradle write' }],
  ['coverage', COVERAGE],
  ['report', COVERAGE],
  ['coveragesession', COVERAGE],
  ['checkstyle', LINTER],
  ['pmd', LINTER],
  ['pmd-cpd', LINTER],
  ['bugcollection', LINTER],
  ['issues', LINTER],
  ['html', HTML],
  ['project', { name: 'a build file' }],
]);

function findForeignJson(keys: ReadonlySet<string>): ForeignFormat | undefined {
  return FOREIGN_KEYS.find(([wanted]) => wanted.every((key) => keys.has(key)))?.[1];
}

/** Keys that only this format has together. */
const FOREIGN_KEYS: readonly (readonly [readonly string[], ForeignFormat])[] = [
  [
    ['examples[].full_description'],
    { name: 'the JSON of RSpec', instead: 'JUnit XML, with the gem rspec_junit_formatter' },
  ],
  [
    ['testsuites[].testsuite'],
    { name: 'the JSON of GoogleTest', instead: 'its XML, with --gtest_output=xml' },
  ],
  [['exitcode', 'collectors'], { name: 'the JSON of pytest-json-report', instead: PYTEST }],
  [['exitcode', 'tests[].nodeid'], { name: 'the JSON of pytest-json-report', instead: PYTEST }],
  [['$report_type'], { name: 'the JSON of pytest-reportlog', instead: PYTEST }],
  [
    ['meta.protocolVersion'],
    { name: "Cucumber's messages", instead: 'JSON or JUnit XML, with --format json or junit' },
  ],
  [['type', 'event'], { name: "the JSON of Rust's tests", instead: CARGO }],
  [
    ['collection', 'run.executions'],
    { name: 'the JSON of Newman', instead: 'JUnit XML, with -r junit' },
  ],
  [
    ['metrics', 'root_group'],
    { name: 'the summary of k6', instead: 'JUnit XML, from handleSummary' },
  ],
  [
    ['runs', 'version', '$schema'],
    { name: 'SARIF, a report of a linter or scanner', companion: 'always' },
  ],
  [['[].filePath', '[].messages'], LINTER],
  [['total.lines.pct'], COVERAGE],
  [['meta.branch_coverage'], COVERAGE],
];

/** Where tools print to a terminal, a report of the same run is one option away. */
const FOREIGN_TEXTS: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/^(?:TN:.{0,200}\n)?SF:./, COVERAGE],
  [/^mode: (?:set|count|atomic)\n/, COVERAGE],
  [
    /^-{20,200}\nTest set: /,
    {
      name: "Surefire's text",
      instead: 'the XML beside it, TEST-*.xml',
      companion: 'maven',
    },
  ],
  // Output of a test's process that Surefire does not expect, or the reason why that process ended.
  [
    /^# Created at \d{4}-\d\d-\d\dT[\d:.]{5,20}\s/,
    { name: 'a dump of Surefire', companion: 'maven' },
  ],
  [
    /^[.FEsxu]{1,500}\n={70}\n(?:FAIL|ERROR): |^={70}\n(?:FAIL|ERROR): |^test\w{0,200} \([\w.]{1,300}\)(?: \.\.\. |\n)/,
    {
      name: "the text of Python's unittest",
      instead: 'JUnit XML, with python -m xmlrunner or pytest --junit-xml=report.xml',
    },
  ],
  [/^={3,200} test session starts ={3,200}\n/, { name: 'the text of pytest', instead: PYTEST }],
  [/^running \d{1,9} tests?\n/, { name: 'the text of cargo test', instead: CARGO }],
  [
    /^(?:=== RUN {3}|--- (?:PASS|FAIL|SKIP): |ok {2}\t|FAIL\t)/,
    { name: 'the text of go test', instead: 'the output of go test -json' },
  ],
  [/^##teamcity\[/, { name: 'messages for TeamCity', instead: 'JUnit XML of the same tool' }],
  [/^PK\W{2}/, { name: 'a ZIP archive', instead: 'the reports that it contains' }],
];

/** Files whose content may be anything. */
const FOREIGN_NAMES: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/.-output\.txt$/, { name: 'the output of tests', companion: 'named' }],
  // A dump of anything else, such as the heap, has no date.
  [
    /\.dumpstream$|^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d_\d{1,6}(?:-jvmRun\d{1,6})?\.dump$/,
    { name: 'a dump of Surefire', companion: 'maven' },
  ],
  [
    /.-attachment(?:\.\w{1,20})?$/,
    { name: "an attachment of Allure's tests", companion: 'allure' },
  ],
  [
    /^(?:categories\.json|executor\.json|environment\.(?:xml|properties))$/,
    { name: "a part of Allure's report", companion: 'allure' },
  ],
];
