import { expect, it } from 'vitest';
import { outline, readAll } from './read-all.ts';

const readCase = async (attributes: string, inside = '') => {
  const report = await readAll(
    `<testsuite name="s"><testcase classname="s" name="a" ${attributes}>${inside}</testcase></testsuite>`,
  );
  return outline(report)[0]?.replace(' | s | a', '');
};

it.each([
  'status="FAILED"',
  'status="failed"',
  'status="Fail"',
  'status="failure"',
  'status="ERROR"',
  'status="errored"',
  'status="broken"',
  'status="crashed"',
  'status="Test Failed"',
  'status="not ok"',
  'Status="Failed"',
  'result="fail"',
  'result="Failure"',
  'outcome="Failed"',
  'state="failed"',
  'verdict="FAIL"',
  'success="false"',
  'success="False"',
  'passed="no"',
  'failed="true"',
  'failed="1"',
  'failures="2"',
])('reads %s without an element as a failed test without an error', async (attribute) => {
  expect(await readCase(attribute)).toBe('failed | failed 0 ms');
});

it('reads timedOut="true" as timed out', async () => {
  expect(await readCase('timedOut="true"')).toBe('timedOut | timedOut 0 ms');
});

it.each(['timeout', 'TIMEOUT', 'timed out', 'timed_out', 'TimedOut', 'Time-Out'])(
  'reads the status %j as timed out',
  async (status) => {
    expect(await readCase(`status="${status}"`)).toBe('timedOut | timedOut 0 ms');
    expect(await readCase(`status="${status}"`, '<failure message="no"/>')).toBe(
      'timedOut | timedOut 0 ms (no)',
    );
  },
);

it.each([
  ['<Failure message="no"/>', 'failed | failed 0 ms (no)'],
  ['<FAILURE message="no"/>', 'failed | failed 0 ms (no)'],
  ['<failed>no</failed>', 'failed | failed 0 ms (no)'],
  ['<Fail message="no"/>', 'failed | failed 0 ms (no)'],
  ['<Error message="no"/>', 'failed | failed 0 ms (no)'],
  ['<timeout message="no"/>', 'timedOut | timedOut 0 ms (no)'],
  ['<status>FAILED</status>', 'failed | failed 0 ms'],
  ['<result> failure\n</result>', 'failed | failed 0 ms'],
  ['<status>PASSED</status>', 'passed'],
  ['<error type="timed out" message="no"/>', 'timedOut | timedOut 0 ms (no)'],
  ['<rerunFailure message="no"/>', 'failed | failed 0 ms | failed 0 ms (no)'],
  ['<Skipped message="no"/>', 'skipped | @skip: no'],
  ['<ignored/>', 'skipped | @skip'],
  ['<System-Out>out</System-Out>', 'passed | passed 0 ms'],
])('reads %s in a test case', async (element, expected) => {
  expect(await readCase('', element)).toBe(expected);
});

it.each([
  'status="passed"',
  'status="run" result="completed"',
  'status=""',
  'status="0"',
  'status="success"',
  'status="flaky"',
  'result="xfail"',
  'result="expected failure"',
  'success="true"',
  'failed="false"',
  'failed="0"',
  'failures="0"',
  'error="none"',
  'errors="2"',
  `status="${'error '.repeat(100)}"`,
])('reads %.30s as passed', async (attribute) => {
  expect(await readCase(attribute)).toBe('passed');
});

it.each(['SKIPPED', 'skip', 'disabled', 'notrun', 'Not run', 'Ignored', 'pending'])(
  'reads the status %j as skipped',
  async (status) => {
    expect(await readCase(`status="${status}"`)).toBe('skipped | @skip');
    expect(await readCase(`status="${status}"`, '<failure message="no"/>')).toBe(
      'failed | failed 0 ms (no)',
    );
  },
);

it('believes a failure beside a status that says otherwise, and a status that fails beside others', async () => {
  expect(await readCase('status="passed"', '<failure message="no"/>')).toMatch(/^failed/);
  expect(await readCase('status="run" result="failed"')).toMatch(/^failed/);
  expect(await readCase('status="failed"', '<skipped/>')).toMatch(/^failed/);
  expect(await readCase('status="failed"', '<flakyFailure message="no"/>')).toMatch(/^failed/);
});

it('takes the reason from the test case itself', async () => {
  expect(await readCase('status="failed" message="1 is not 2"')).toBe(
    'failed | failed 0 ms (1 is not 2)',
  );
  expect(await readCase('status="failed"', '1 is not 2')).toBe('failed | failed 0 ms (1 is not 2)');
});

it('reads suites and test cases whose names are written otherwise', async () => {
  const report = await readAll(
    '<TestSuites><TestSuite name="s"><TestCase classname="s" name="a"><Failure message="no"/></TestCase><Error message="late"/></TestSuite></TestSuites>',
  );
  expect(outline(report)).toEqual(['failed | s | a | failed 0 ms (no)']);
  expect(report.files).toMatchObject([{ errors: [{ message: 'late' }] }]);
});

it('keeps an error of a file that only an attribute states', async () => {
  const report = await readAll(
    '<testsuite name="example.com/p"><testcase name="TestMain" classname="" status="failed"/></testsuite>',
  );
  expect(report.results).toEqual([]);
  expect(report.files).toMatchObject([{ file: 'example.com/p', errors: [{}] }]);
});
