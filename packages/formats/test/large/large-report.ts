import type { AllureFile } from '../../src/allure/json-of-file.ts';
import type { FileFormat } from '../../src/report-format.ts';

/** A report of many tests. Every tenth failed with a long stack; the others have what the format keeps. */
export interface LargeReport {
  head: string;
  /** One test, or one file of tests; separated by commas in JSON. */
  part: (index: number, isFailed: boolean) => string;
  isList?: boolean;
  hasNoFailures?: boolean;
  tail: string;
}

const STACK = '    at call (src/large.ts:1:1)\n'.repeat(300);
const OUTPUT = 'a line of output\n'.repeat(400);

export const LARGE_REPORTS: Record<
  Exclude<FileFormat, 'ctrf' | 'vitest-json' | 'jest-json' | 'playwright-json'>,
  LargeReport
> = {
  // Of an unknown tool, so that each test after the first failed one may be its retry.
  junit: {
    head: '<testsuites><testsuite name="b">',
    part: (index, isFailed) =>
      `<testcase name="test ${index}" classname="b" time="1"><system-out>${OUTPUT}</system-out>${isFailed ? `<failure message="no">${STACK}</failure>` : ''}</testcase>\n`,
    tail: '</testsuite></testsuites>',
  },
  trx: {
    head: '<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>',
    part: (index, isFailed) =>
      `<UnitTestResult testId="${index}" testName="test ${index}" outcome="${isFailed ? 'Failed' : 'Passed'}" duration="00:00:01"><Output><StdOut>${OUTPUT}</StdOut>${isFailed ? `<ErrorInfo><Message>no</Message><StackTrace>${STACK}</StackTrace></ErrorInfo>` : ''}</Output></UnitTestResult>\n`,
    tail: '</Results><TestDefinitions/></TestRun>',
  },
  nunit: {
    head: '<test-run total="1"><test-suite type="TestFixture" name="b">',
    part: (index, isFailed) =>
      `<test-case name="test ${index}" fullname="b.test${index}" classname="b" result="${isFailed ? 'Failed' : 'Passed'}">${isFailed ? `<failure><message>no</message><stack-trace>${STACK}</stack-trace></failure>` : ''}<output>${OUTPUT}</output></test-case>\n`,
    tail: '</test-suite></test-run>',
  },
  xunit: {
    head: '<assemblies><assembly name="a.dll" total="1"><collection>',
    part: (index, isFailed) =>
      `<test name="b.test${index}" type="b" result="${isFailed ? 'Fail' : 'Pass'}">${isFailed ? `<failure><message>no</message><stack-trace>${STACK}</stack-trace></failure>` : ''}<output>${OUTPUT}</output></test>\n`,
    tail: '</collection></assembly></assemblies>',
  },
  'go-json': {
    head: json({ Action: 'start', Package: 'a' }),
    part: (index, isFailed) =>
      json({ Action: 'run', Package: 'a', Test: `Test${index}` }) +
      json({
        Action: 'output',
        Package: 'a',
        Test: `Test${index}`,
        Output: OUTPUT + (isFailed ? STACK : ''),
      }) +
      json({ Action: isFailed ? 'fail' : 'pass', Package: 'a', Test: `Test${index}`, Elapsed: 1 }),
    tail: json({ Action: 'fail', Package: 'a', Elapsed: 2 }),
  },
  'dart-json': {
    head:
      json({ protocolVersion: '0.1.1', type: 'start', time: 0 }) +
      json({ suite: { id: 0, platform: 'vm', path: 'a_test.dart' }, type: 'suite', time: 0 }),
    part: (id, isFailed) =>
      json({
        test: { id, name: `test ${id}`, suiteID: 0, groupIDs: [] },
        type: 'testStart',
        time: 1,
      }) +
      json({ testID: id, message: OUTPUT, type: 'print', time: 2 }) +
      (isFailed
        ? json({ testID: id, error: 'no', stackTrace: STACK, type: 'error', time: 2 })
        : '') +
      json({ testID: id, result: isFailed ? 'failure' : 'success', type: 'testDone', time: 3 }),
    tail: json({ success: false, type: 'done', time: 4 }),
  },
  'cucumber-json': {
    head: '[',
    isList: true,
    part: (index, isFailed) =>
      JSON.stringify({
        uri: `${index}.feature`,
        elements: [
          {
            keyword: 'Scenario',
            name: `test ${index}`,
            type: 'scenario',
            steps: [
              {
                keyword: 'Given ',
                name: 'x',
                output: [OUTPUT],
                result: isFailed
                  ? { status: 'failed', error_message: `no\n${STACK}`, duration: 1 }
                  : { status: 'passed', duration: 1 },
              },
            ],
          },
        ],
      }),
    tail: ']',
  },
  'mocha-json': {
    head: '{"stats":{"tests":1},"tests":[],"pending":[],"failures":[],"passes":[',
    isList: true,
    hasNoFailures: true,
    part: (index) =>
      JSON.stringify({
        title: `test ${index}`,
        fullTitle: `s test ${index}`,
        file: 'f.js',
        duration: 1,
        err: {},
        code: OUTPUT,
      }),
    tail: ']}',
  },
  mochawesome: {
    head: '{"stats":{"testsRegistered":1},"results":[{"uuid":"a","title":"","fullFile":"","beforeHooks":[],"afterHooks":[],"tests":[],"suites":[',
    isList: true,
    part: (index, isFailed) =>
      JSON.stringify({
        title: `suite ${index}`,
        fullFile: `${index}.js`,
        beforeHooks: [],
        afterHooks: [],
        tests: [
          isFailed
            ? {
                title: 'a',
                state: 'failed',
                err: { message: 'no', estack: `Error: no\n${STACK}` },
                code: OUTPUT,
              }
            : { title: 'a', state: 'passed', pass: true, err: {}, code: OUTPUT },
        ],
        suites: [],
      }),
    tail: '],"passes":[],"failures":[]}],"meta":{}}',
  },
  tap: {
    head: 'TAP version 14\n# Subtest: s\n',
    part: (index, isFailed) =>
      `    ${isFailed ? 'not ok' : 'ok'} ${index + 1} - test ${index}\n      ---\n      message: 'no'\n      stack: |-\n${(isFailed ? STACK : '').replaceAll(/^/gm, '        ')}\n      ...\n${OUTPUT}`,
    tail: 'not ok 1 - s\n1..1\n',
  },
};

const WIDE = '    at call \u2192 (src/large.ts:1:1)\n'.repeat(100);

/** Reports whose tests begin and do not end, or whose parts wait for an end that does not come. */
export const ENDLESS_REPORTS: Record<string, LargeReport & { format: FileFormat }> = {
  'tests of Go': {
    format: 'go-json',
    head: '',
    part: (index) => json({ Action: 'output', Package: 'a', Test: `Test${index}`, Output: WIDE }),
    tail: json({ Action: 'fail', Package: 'a' }),
  },
  'tests behind a failed one of JUnit': {
    format: 'junit',
    head: '<testsuite name="b"><testcase name="a"><failure/></testcase>',
    part: (index) => `<testcase name="test ${index}"><odd>${WIDE}</odd></testcase>`,
    tail: '',
  },
  'packages of Go': {
    format: 'go-json',
    head: '',
    part: (index) => json({ Action: 'output', Package: `a${index}`, Output: WIDE }),
    tail: '',
  },
  'tests around failed ones of Go': {
    format: 'go-json',
    head: '',
    part: (index) =>
      json({ Action: 'output', Package: 'a', Test: `Test${index}/b`, Output: WIDE }) +
      json({ Action: 'fail', Package: 'a', Test: `Test${index}/b` }),
    tail: json({ Action: 'fail', Package: 'a' }),
  },
  'groups of Dart': {
    format: 'dart-json',
    head: json({ protocolVersion: '0.1.1', type: 'start', time: 0 }),
    part: (id) => json({ type: 'group', group: { id, name: `${WIDE}${id}` } }),
    tail: json({ success: true, type: 'done' }),
  },
  'subtests of TAP': {
    format: 'tap',
    head: '',
    part: (index) =>
      `    not ok ${index + 1} - a\n      ---\n      stack: |-\n${WIDE.replaceAll(/^/gm, '        ')}\n      ...\n`,
    tail: '',
  },
};

export function isFailed(index: number): boolean {
  return index % 10 === 0;
}

/** The files of a folder of Allure results, of at least this size together. */
export function largeAllureFolder(sizeBytes: number): AllureFile[] {
  return Array.from({ length: Math.ceil(sizeBytes / allureResult(0).length) }, (_, index) => ({
    name: `${index}-result.json`,
    open: async function* () {
      yield new TextEncoder().encode(allureResult(index));
    },
  }));
}

function allureResult(index: number): string {
  return JSON.stringify({
    uuid: String(index),
    historyId: String(index),
    name: `test ${index}`,
    fullName: `src/large.test.ts#test ${index}`,
    status: isFailed(index) ? 'failed' : 'passed',
    statusDetails: { message: 'no', trace: STACK },
    start: Date.UTC(2026, 10, 20),
    stop: Date.UTC(2026, 10, 20) + 5,
  });
}

function json(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** The report in pieces of about 64 KiB, of at least this size. */
export async function* largeReport(
  { head, part, isList = false, hasNoFailures = false, tail }: LargeReport,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let text = head;
  for (let size = 0, index = 0; size < sizeBytes; index++) {
    const next = (isList && index > 0 ? ',' : '') + part(index, !hasNoFailures && isFailed(index));
    size += next.length;
    text += next;
    if (text.length < 64 * 1024) continue;
    yield new TextEncoder().encode(text);
    text = '';
  }
  yield new TextEncoder().encode(text + tail);
}
