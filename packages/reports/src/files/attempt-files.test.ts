import { describe, expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../../test/make-folder.ts';
import { findAttemptFiles } from './attempt-files.ts';
import { ReportsReading } from '../reading/read-reports.ts';

/** Reads these reports together, with one line for each result. */
async function linesOf(files: Record<string, string>): Promise<string[]> {
  return (await readTogether(files)).lines;
}

async function readTogether(files: Record<string, string>) {
  const directory = await makeFolder(files);
  const reports = await reportsIn(directory, ...Object.keys(files));
  const reading = new ReportsReading(reports, { directory, root: undefined });
  const lines: string[] = [];
  let fileErrors = 0;
  for await (const { batch } of reading.pieces()) {
    for (const { titlePath, status, attempts = [] } of batch.results) {
      const tries = attempts.length > 1 ? ` (${attempts.map((one) => one.status).join(', ')})` : '';
      lines.push(`${titlePath.at(-1)} ${status}${tries}`);
    }
    for (const { errors = [] } of batch.files) fileErrors += errors.length;
  }
  return { lines, fileErrors, reading };
}

/** The problems, apart from tests, that fail the execution. */
async function failuresOf(files: Record<string, string>): Promise<string[]> {
  const { fileErrors, reading } = await readTogether(files);
  const { facts, reports } = reading;
  return [
    ...(fileErrors > 0 ? ['file'] : []),
    ...(reports.some(({ hasFileErrors }) => hasFileErrors) ? ['hasFileErrors'] : []),
    ...(facts.errors === undefined ? [] : ['run']),
    ...(facts.status === undefined ? [] : [facts.status]),
    ...reports.flatMap(({ problem }) => (problem === undefined ? [] : ['problem'])),
  ];
}

const BELOW = 'test_attempts/attempt_';

describe("the attempts of Bazel's targets", () => {
  it('are one flaky test, in whichever order the files are named', async () => {
    const attempt = junit(['a !', 'b']);
    const last = junit(['a', 'b']);
    const joined = ['a passed (failed, passed)', 'b passed'];
    expect(await linesOf({ 'test.xml': last, [`${BELOW}1.xml`]: attempt })).toEqual(joined);
    expect(await linesOf({ 'attempt_1.xml': attempt, 'test.xml': last })).toEqual(joined);
  });

  it('are in the order of their numbers', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 11 }, (_, index) => [
        `${BELOW}${index + 1}.xml`,
        junit(index < 2 || index === 9 ? ['a !'] : ['b !', 'a']),
      ]),
    );
    const { order } = findAttemptFiles([...Object.keys(files).toSorted(), 'test.xml']);
    expect(order).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 11]);
    expect(await linesOf({ 'test.xml': junit(['a']), ...files })).toEqual([
      'a passed (failed, failed, failed, passed)',
      `b passed (${Array.from({ length: 8 }, () => 'failed').join(', ')}, passed)`,
    ]);
  });

  it('are one failed test where all failed', async () => {
    const files = { 'test.xml': junit(['a !', 'b']), [`${BELOW}1.xml`]: junit(['a !', 'b']) };
    expect(await linesOf(files)).toEqual(['a failed (failed, failed)', 'b passed']);
  });

  it('do not hide a test that only failed at last, and keep one that did not run again', async () => {
    const files = { 'test.xml': junit(['a !']), [`${BELOW}1.xml`]: junit(['a', 'b !']) };
    expect(await linesOf(files)).toEqual(['a failed', 'b failed']);
  });

  it('belong to their own shard', async () => {
    const files = {
      'shard_1_of_2/test.xml': junit(['a']),
      'shard_1_of_2/test_attempts/attempt_1.xml': junit(['a !']),
      'shard_2_of_2/test.xml': junit(['a !']),
    };
    expect(await linesOf(files)).toEqual(['a passed (failed, passed)', 'a failed']);
  });

  it('are kept where the last one is cut off', async () => {
    const files = {
      'test.xml': junit(['b', 'a']).slice(0, -60),
      [`${BELOW}1.xml`]: junit(['a !', 'b !']),
    };
    expect(await linesOf(files)).toEqual(['b passed (failed, passed)', 'a failed']);
  });

  it('without the last one, are joined all the same', async () => {
    const files = { [`${BELOW}1.xml`]: junit(['a !']), [`${BELOW}2.xml`]: junit(['a !', 'b']) };
    expect(await linesOf(files)).toEqual(['a failed (failed, failed)', 'b passed']);
  });

  it('join tests of equal names in their order', async () => {
    const last = junit(['a', 'a']);
    expect(await linesOf({ 'test.xml': last, [`${BELOW}1.xml`]: junit(['a !', 'a !']) })).toEqual([
      'a passed (failed, passed)',
      'a passed (failed, passed)',
    ]);
    expect(await linesOf({ 'test.xml': last, [`${BELOW}1.xml`]: junit(['a', 'a !']) })).toEqual([
      'a passed',
      'a passed (failed, passed)',
    ]);
  });

  it('are one flaky test more where the target crashed', async () => {
    const crash =
      '<testsuites><testsuite name="pkg/target" tests="1" errors="1"><testcase name="pkg/target" status="run"><error message="exited with error code 139"/></testcase></testsuite></testsuites>';
    const files = { 'test.xml': junit(['a', 'b']), [`${BELOW}1.xml`]: crash };
    expect(await linesOf(files)).toEqual([
      'a passed',
      'b passed',
      'pkg/target passed (failed, passed)',
    ]);
    expect(await linesOf({ ...files, 'test.xml': junit(['a', 'b !']) })).toEqual([
      'a passed',
      'b failed',
      'pkg/target failed',
    ]);
  });

  const noTest = '<testsuites><testsuite name="cart" tests="0"/></testsuites>';

  it.each([
    ['cut off', junit(['a']).slice(0, -20), ['problem']],
    ['empty', '', ['problem']],
    [
      'a class with an error',
      '<testsuite name="cart"><testcase classname="com.a.B" name="com.a.B"><error message="no"/></testcase></testsuite>',
      ['file', 'hasFileErrors'],
    ],
    [
      'a suite with an error',
      '<testsuite name="cart"><testcase classname="cart" name="a"/><error message="no"/></testsuite>',
      ['file', 'hasFileErrors'],
    ],
    [
      'an error outside of tests',
      '<testsuites name="vitest tests"><testsuite name="vitest unhandled errors"><testcase classname="a" name="b"><error message="no"/></testcase></testsuite></testsuites>',
      ['run'],
    ],
  ])('fail nothing if the last one passed, and otherwise the target: %s', async (...row) => {
    const [, attempt, failures] = row;
    const files = { 'test.xml': junit(['a', 'b']), [`${BELOW}1.xml`]: attempt };
    expect(await failuresOf(files)).toEqual([]);
    expect(await failuresOf({ ...files, 'test.xml': junit(['a', 'b !']) })).toEqual(failures);
    // The last attempt lists no test, and may have crashed.
    expect(await failuresOf({ ...files, 'test.xml': noTest })).toEqual(failures);
    const cut = { ...files, 'test.xml': junit(['a', 'b']).slice(0, -20) };
    expect((await failuresOf(cut)).toSorted()).toEqual([...failures, 'problem'].toSorted());
  });
});

it.each([
  ['in different files', { 'a.xml': junit(['a !']), 'b.xml': junit(['a']) }],
  [
    'in a file that is only named like an attempt',
    { 'attempt_1.xml': junit(['a !']), 'b.xml': junit(['a']) },
  ],
  [
    'of different targets',
    { 'x/test.xml': junit(['a']), 'y/test_attempts/attempt_1.xml': junit(['a !']) },
  ],
])('leaves tests of equal names %s alone', async (_, files) => {
  expect((await linesOf(files)).toSorted()).toEqual(['a failed', 'a passed']);
});

const withFile = (name: string, inside = '') =>
  `<testsuite name="S"><testcase name="a">${inside}<system-out>[[ATTACHMENT|${name}]]</system-out></testcase></testsuite>`;

it('keeps the attachments of each attempt', async () => {
  const directory = await makeFolder({
    'test.xml': withFile('three.png'),
    [`${BELOW}1.xml`]: withFile('one.png', '<failure message="no"/>'),
    [`${BELOW}2.xml`]: withFile('two.png', '<failure message="no"/>'),
  });
  const paths = ['test.xml', `${BELOW}1.xml`, `${BELOW}2.xml`];
  const reading = new ReportsReading(await reportsIn(directory, ...paths), {
    directory,
    root: undefined,
  });
  const attachments = [];
  for await (const { batch } of reading.pieces()) {
    for (const { result, attempt, name } of batch.attachments) {
      expect(batch.results).toContain(result);
      attachments.push(`${attempt} ${name}`);
    }
  }
  expect(attachments.toSorted()).toEqual(['1 one.png', '2 two.png', '3 three.png']);
});

it('reads many failed tests with many attachments', async () => {
  const attached = Array.from({ length: 20 }, (_, at) => `[[ATTACHMENT|${at}.png]]`).join('\n');
  const cases = (inside: string) =>
    Array.from(
      { length: 5_000 },
      (_, at) => `<testcase name="t${at}">${inside}<system-out>${attached}</system-out></testcase>`,
    ).join('');
  const { lines } = await readTogether({
    'test.xml': `<testsuite name="s">${cases('')}</testsuite>`,
    [`${BELOW}1.xml`]: `<testsuite name="s">${cases('<failure message="no"/>')}</testsuite>`,
  });
  expect(lines.filter((line) => line.endsWith(' passed (failed, passed)'))).toHaveLength(5_000);
});
