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
  'status="nok"',
  'status="not_passed"',
  'status="unexpected"',
  'status="Exception"',
  'status="FAILED (errors=1)"',
  'status="Error: no database"',
  'test-result="failed"',
  'testStatus="FAIL"',
  'ok="false"',
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
  'errors="1"',
  'error="true"',
  'errored="yes"',
  'success="0"',
  'passed="0"',
  'success="no"',
  'status="not passed"',
  'status="NotPassed"',
  'result="NOT SUCCESSFUL"',
  'status="unsuccessful"',
  'status="nok"',
  'status="exception"',
  'status="fatal"',
  'status="killed"',
  'status="panic"',
  'status="panicked"',
  'status="failures"',
  'status="tests failed"',
  'status="3 tests failed"',
  'status="failed: 1, passed: 0"',
  'status="failed with errors"',
  'result="3 failed, 2 passed"',
  'result="did not pass"',
  'status="completed with errors"',
  'result="unexpected failure"',
  'result="xpass"',
  'status="run" failures="1"',
  'success="1" failures="1"',
  'status="passed" success="false"',
])('reads %s without an element as a failed test without an error', async (attribute) => {
  expect(await readCase(attribute)).toBe('failed | failed 0 ms');
});

it('reads timedOut="true" as timed out', async () => {
  expect(await readCase('timedOut="true"')).toBe('timedOut | timedOut 0 ms');
});

it.each([
  'timeout exceeded',
  'Test timed out',
  'timeout',
  'TIMEOUT',
  'timed out',
  'timed_out',
  'TimedOut',
  'Time-Out',
])('reads the status %j as timed out', async (status) => {
  expect(await readCase(`status="${status}"`)).toBe('timedOut | timedOut 0 ms');
  expect(await readCase(`status="${status}"`, '<failure message="no"/>')).toBe(
    'timedOut | timedOut 0 ms (no)',
  );
});

it.each([
  ['<Failure message="no"/>', 'failed | failed 0 ms (no)'],
  ['<FAILURE message="no"/>', 'failed | failed 0 ms (no)'],
  ['<failed>no</failed>', 'failed | failed 0 ms (no)'],
  ['<Fail message="no"/>', 'failed | failed 0 ms (no)'],
  ['<Error message="no"/>', 'failed | failed 0 ms (no)'],
  ['<timeout message="no"/>', 'timedOut | timedOut 0 ms (no)'],
  ['<exception message="no"/>', 'failed | failed 0 ms (no)'],
  ['<failures><failure message="no"/></failures>', 'failed | failed 0 ms (no)'],
  ['<status>FAILED</status>', 'failed | failed 0 ms'],
  ['<result> failure\n</result>', 'failed | failed 0 ms'],
  ['<status>PASSED</status>', 'passed'],
  ['<error type="timed out" message="no"/>', 'timedOut | timedOut 0 ms (no)'],
  ['<rerunFailure message="no"/>', 'failed | failed 0 ms | failed 0 ms (no)'],
  ['<Skipped message="no"/>', 'skipped | @skip: no'],
  ['<ignored/>', 'skipped | @skip'],
  ['<System-Out>out</System-Out>', 'passed | passed 0 ms'],
  ['<success>false</success>', 'failed | failed 0 ms'],
  ['<passed>0</passed>', 'failed | failed 0 ms'],
  ['<failed>1</failed>', 'failed | failed 0 ms'],
  ['<failed>true</failed>', 'failed | failed 0 ms (No message)'],
  ['<failed/>', 'failed | failed 0 ms (No message)'],
  ['<failure>0</failure>', 'failed | failed 0 ms (0)'],
  // Settings and counts.
  ['<timeout>30</timeout>', 'passed'],
  ['<timeout>30 s</timeout>', 'passed'],
  ['<timeout unit="s">30</timeout>', 'passed'],
  ['<timeout seconds="30"/>', 'passed'],
  ['<timeout>PT30S</timeout>', 'passed'],
  ['<timeout>none</timeout>', 'passed'],
  ['<failed>false</failed>', 'passed'],
  ['<failed>0</failed>', 'passed'],
  ['<errored>0</errored>', 'passed'],
  ['<success>true</success>', 'passed'],
  ['<status>passed</status><failed>2</failed>', 'passed'],
  ['<skip>false</skip>', 'passed'],
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
  'result="xfail (known bug)"',
  'status="passed (2 failed tries)"',
  'failures=""',
  'success="true"',
  'failed="false"',
  'failed="0"',
  'failures="0"',
  'error="none"',
  'errors="0"',
  'result="0 errors"',
  'result="0 tests failed"',
  'result="no tests failed"',
  'result="known failure"',
  'result="no failures"',
  'result="passed: 3, failed: 0"',
  'result="0 failed, 3 passed"',
  'status="notfailed" result="completed"',
  'passed="0" failed="0"',
  'passed="3" failed="0"',
  'retries="1" failures="1" status="passed"',
  'failures="1" success="true"',
  'status="Berlin"',
  'result="error handling passed"',
  'state="open"',
  `status="${'error '.repeat(100)}"`,
])('reads %.30s as passed', async (attribute) => {
  expect(await readCase(attribute)).toBe('passed');
});

it.each([
  ['passed="false"', '<skipped/>'],
  ['executed="False" success="False"', '<skipped/>'],
  ['executed="False" success="False"', ''],
  ['executed="false"', ''],
  ['status="skipped" success="false"', ''],
  ['failures="1"', '<skipped/>'],
])('reads %s with %j as skipped', async (attributes, inside) => {
  expect(await readCase(attributes, inside)).toBe('skipped | @skip');
});

it.each(['status="failed"', 'failed="true"', 'error="true"', 'result="timeout"'])(
  'believes %s beside an element that says skipped',
  async (attributes) => {
    expect(await readCase(attributes, '<skipped/>')).toMatch(/^(?:failed|timedOut) /);
  },
);

it.each(['cancelled', 'Canceled', 'interrupted', 'aborted', 'terminated'])(
  'reads the status %j as interrupted',
  async (status) => {
    expect(await readCase(`status="${status}"`)).toBe('interrupted | interrupted 0 ms');
    expect(await readCase(`status="${status}"`, '<skipped/>')).toBe('skipped | @skip');
    expect(await readCase(`status="${status}"`, '<failure message="no"/>')).toMatch(/^failed/);
  },
);

it('reads a suite that states its interruption as an interrupted run', async () => {
  const report = await readAll(
    '<testsuite name="s" status="cancelled"><testcase classname="s" name="a"/></testsuite>',
  );
  expect([report.error, report.run.status]).toEqual([undefined, 'interrupted']);
});

it('reads a count of failures beside the failed tries of a test that passed', async () => {
  expect(await readCase('failures="1"', '<flakyFailure message="no"/>')).toBe(
    'passed | failed 0 ms (no) | passed 0 ms',
  );
});

it.each(['failed>0<', 'timeout>60<', 'failed>3<', 'crashed>false<'])(
  'takes <%s of a suite for no failure',
  async (element) => {
    const [name = ''] = element.split('>');
    const report = await readAll(
      `<testsuite name="s"><${element}/${name}><testcase classname="s" name="a"/></testsuite>`,
    );
    expect([report.error, report.files]).toEqual([undefined, []]);
    expect(outline(report)).toEqual(['passed | s | a']);
  },
);

it.each([
  'blocked',
  'incomplete',
  'skipped after a failure',
  'SKIPPED',
  'skip',
  'disabled',
  'notrun',
  'Not run',
  'Ignored',
  'pending',
])('reads the status %j as skipped', async (status) => {
  expect(await readCase(`status="${status}"`)).toBe('skipped | @skip');
  expect(await readCase(`status="${status}"`, '<failure message="no"/>')).toBe(
    'failed | failed 0 ms (no)',
  );
});

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
