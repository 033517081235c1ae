import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { executionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

/** Uploads these files, and returns what the command prints and what the server has. */
async function upload(project: string, files: Record<string, string>, words = Object.keys(files)) {
  const directory = await emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  const run = await server.svc(['upload', ...words, '--project', project], { directory });
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(run.stdout)?.[0];
  const sent =
    id === undefined ? undefined : executionDetail.parse(await server.data(`executions/${id}`));
  return { ...run, sent };
}

it('fails for a report that counts failures and lists none, and names the counts', async () => {
  const { status, stdout, sent } = await upload('counted', {
    'lint.xml':
      '<testsuites failures="1"><testsuite name="lint" tests="1" failures="1"><testcase classname="lint" name="a"/></testsuite></testsuites>',
    'ok.xml': '<testsuite name="s" tests="1" failures="0"><testcase name="b"/></testsuite>',
  });
  expect(status).toBe(1);
  expect(stdout).toContain("it counts 1 failure in the suite 'lint' and lists none");
  expect(sent).toMatchObject({ status: 'failed', totals: { tests: 2, passed: 2 } });
  expect(sent?.errors).toMatchObject([
    { message: expect.stringContaining("it counts 1 failure in the suite 'lint'") },
  ]);
});

it.each([
  ['bail.tap', 'Bail out! no database\n', 'Bail out! no database'],
  ['version.tap', 'TAP version 13\nBail out!\n', 'Bail out!'],
])('sends a run of TAP that bailed out at once: %s', async (name, text, message) => {
  const { status, sent } = await upload(`bail ${name}`, { [name]: text });
  expect(status).toBe(0);
  expect(sent).toMatchObject({ status: 'failed', framework: 'tap', errors: [{ message }] });
});

it('names TAP where only a file failed', async () => {
  const { sent } = await upload('tap file', { 'a.tap': 'not ok 1 - test/a.js\n1..1\n' });
  expect(sent).toMatchObject({ status: 'failed', framework: 'tap' });
});

it('moves no execution to the zero date of a tool', async () => {
  const { sent } = await upload('zero dates', {
    'a.xml': `<testsuites>
      <testsuite name="a" timestamp="2026-11-26T10:00:00Z" time="2"><testcase name="one" time="2"/></testsuite>
      <testsuite name="b" timestamp="0001-01-01 00:00:00 +0000 UTC" time="0">
        <testcase name="two" time="0" timestamp="01/01/0001 00:00:00"><skipped/></testcase>
      </testsuite>
    </testsuites>`,
  });
  expect(sent).toMatchObject({ startedAt: '2026-11-26T10:00:00.000Z', durationMs: 2_000 });
});

it.each<{ what: string; files: Record<string, string> }>([
  {
    what: 'a repeated test case',
    files: {
      'xcbeautify.xml':
        '<testsuites name="All tests" tests="2" failures="1"><testsuite name="AppTests.CartTests" tests="2" failures="1"><testcase classname="AppTests.CartTests" name="testPays"><failure message="no"/></testcase><testcase classname="AppTests.CartTests" name="testPays" time="0.03"/></testsuite></testsuites>',
    },
  },
  {
    what: 'the attempts of a target of Bazel',
    files: {
      'cart/test.xml':
        '<testsuites><testsuite name="cart"><testcase name="cart" status="run"/></testsuite></testsuites>',
      'cart/test_attempts/attempt_1.xml':
        '<testsuites><testsuite name="cart" errors="1"><testcase name="cart" status="run"><error message="exited with error code 1"/></testcase></testsuite></testsuites>',
    },
  },
])('sends $what as one flaky test', async ({ what, files }) => {
  const { status, sent } = await upload(`retries ${what}`, files);
  expect(status).toBe(0);
  expect(sent).toMatchObject({
    status: 'passed',
    totals: { tests: 1, passed: 1, failed: 0, flaky: 1 },
  });
});

const REPORT =
  '<testsuite name="s"><testcase classname="com.shop.CartIT" name="adds"/></testsuite>';
const SUMMARY = '<failsafe-summary timeout="false"><completed>1</completed></failsafe-summary>';
const TESTNG = '<testng-results ignored="0" total="1" passed="1"></testng-results>';
const TEXT = `${'-'.repeat(79)}\nTest set: com.shop.CartIT\n${'-'.repeat(79)}\n`;

it.each<{ what: string; files: Record<string, string>; words?: string[]; leftOut: string }>([
  {
    what: "Failsafe's summary",
    files: { 'TEST-a.xml': REPORT, 'failsafe-summary.xml': SUMMARY },
    leftOut: "svc: left out failsafe-summary.xml (Failsafe's summary)\n",
  },
  {
    what: 'files that the shell has found',
    files: { 'TEST-a.xml': REPORT, 'failsafe-summary.xml': SUMMARY },
    words: ['TEST-a.xml', 'failsafe-summary.xml'],
    leftOut: "svc: left out failsafe-summary.xml (Failsafe's summary)\n",
  },
  {
    what: 'coverage, linters and the text of Surefire',
    files: {
      'out/TEST-a.xml': REPORT,
      'out/a.txt': TEXT,
      'out/a-output.txt': 'any text',
      'out/1.dumpstream': 'any text',
      'site/jacoco.xml': '<!DOCTYPE report><report name="shop"/>',
      'site/cobertura.xml': '<coverage line-rate="1"/>',
      'site/pmd.xml': '<pmd version="7"/>',
      'site/spotbugsXml.xml': '<BugCollection version="4"/>',
    },
    words: ['**/*'],
    leftOut: [
      'svc: left out out/1.dumpstream (a dump of Surefire)',
      'svc: left out out/a-output.txt (the output of tests)',
      "svc: left out out/a.txt (Surefire's text)",
      'svc: left out site/cobertura.xml, site/jacoco.xml (a coverage report)',
      'svc: left out site/pmd.xml, site/spotbugsXml.xml (a report of a linter)\n',
    ].join('\n'),
  },
  {
    what: "TestNG's own files above its JUnit reports",
    files: {
      'testng-results.xml': TESTNG,
      'testng-failed.xml':
        '<!DOCTYPE suite SYSTEM "https://testng.org/testng-1.0.dtd"><suite name="Failed suite"/>',
      'junitreports/TEST-a.xml': REPORT,
    },
    words: ['**/*.xml'],
    leftOut:
      "svc: left out testng-failed.xml (TestNG's list of tests)\nsvc: left out testng-results.xml (TestNG's own XML)\n",
  },
  {
    what: 'many files of one kind in one line',
    files: {
      'TEST-a.xml': REPORT,
      ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${at}.txt`, TEXT])),
    },
    words: ['*'],
    leftOut: "svc: left out 0.txt, 1.txt, 2.txt, 3.txt, 4.txt, 2 more (Surefire's text)\n",
  },
])(
  'leaves out $what, and sends the reports',
  async ({ what, files, words = ['*.xml'], leftOut }) => {
    const { status, stderr, sent } = await upload(`beside ${what}`, files, words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: leftOut });
    expect(sent).toMatchObject({ status: 'passed', totals: { tests: 1 } });
  },
);

const CRASHED = 'The forked VM terminated without properly saying goodbye';
const summaryOf = (timeout: boolean, message: string) =>
  `<?xml version="1.0"?>\n<failsafe-summary xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" result="254" timeout="${timeout}"><completed>1</completed><failures>0</failures>${message}</failsafe-summary>`;

it.each<[string, string, string]>([
  ['a timeout', summaryOf(true, '<failureMessage xsi:nil="true"/>'), 'Failsafe stopped'],
  ['a crash', summaryOf(false, `<failureMessage>${CRASHED}</failureMessage>`), CRASHED],
  [
    'a crash in CDATA',
    summaryOf(
      false,
      `<failureMessage xml:space="preserve"><![CDATA[\n${CRASHED}]]></failureMessage>`,
    ),
    CRASHED,
  ],
])('sends the error of a Failsafe summary that says %s', async (what, summary, message) => {
  const files = { 'TEST-a.xml': REPORT, 'failsafe-summary.xml': summary };
  const { stderr, sent } = await upload(`summary of ${what}`, files, ['*.xml']);
  expect(stderr).not.toContain('left out');
  expect(sent).toMatchObject({ status: 'failed', totals: { tests: 1, passed: 1 } });
  expect(sent?.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) as string }),
  ]);
});

it.each([
  summaryOf(false, '<failureMessage xsi:nil="true"/>'),
  summaryOf(false, '<failureMessage></failureMessage>'),
  summaryOf(false, '<failureMessage>\n  </failureMessage>'),
  summaryOf(false, '<failureMessage><![CDATA[]]></failureMessage>'),
])('leaves out a Failsafe summary without an error of its own: %#', async (summary) => {
  const files = { 'TEST-a.xml': REPORT, 'failsafe-summary.xml': summary };
  const { stderr, sent } = await upload(`summary without an error`, files, ['*.xml']);
  expect(stderr).toContain('left out failsafe-summary.xml');
  expect(sent).toMatchObject({ status: 'passed' });
});

it.each<{ what: string; files: Record<string, string>; reason: string }>([
  {
    what: 'only companions match',
    files: { 'failsafe-summary.xml': SUMMARY, 'jacoco.xml': '<report name="shop"/>' },
    reason: "'failsafe-summary.xml' is Failsafe's summary, not a test report",
  },
  {
    what: 'a file is unknown',
    files: { 'TEST-a.xml': REPORT, 'pom.xml': '<what/>' },
    reason: "'pom.xml' is not a test report that svc reads",
  },
  {
    what: 'no report has the results of a file',
    files: { 'TEST-a.xml': REPORT, 'output.xml': '<robot generator="Robot 7.0"/>' },
    reason: "'output.xml' is Robot Framework's own XML, which svc does not read",
  },
  {
    what: "only another tool's reports are below TestNG's results",
    files: { 'vitest/junit.xml': REPORT, 'testng-results.xml': TESTNG },
    reason: "'testng-results.xml' is TestNG's own XML, which svc does not read",
  },
  {
    what: 'the output of tests has no report of its name',
    files: { 'TEST-a.xml': REPORT, 'unit-output.txt': 'any text' },
    reason: "'unit-output.txt' is the output of tests, not a test report",
  },
  {
    what: "TestNG's results have no JUnit report below them",
    files: { 'a/TEST-a.xml': REPORT, 'b/testng-results.xml': TESTNG },
    reason: "'b/testng-results.xml' is TestNG's own XML, which svc does not read",
  },
])('sends nothing where $what, and says so', async ({ files, reason }) => {
  const { status, stdout, stderr } = await upload('nothing', files, ['**/*.{xml,txt}']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`svc: ${reason}\n`);
});
