import { expect, it } from 'vitest';
import { recognizeFormat } from '../../src/report-format.ts';
import { readAll } from '../read-all.ts';

const CRASHED = 'The forked VM terminated without properly saying goodbye';
const summary = (message: string, timeout = 'timeout="false"') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by Maven -->\n<failsafe-summary result="254" ${timeout}>\n  <completed>1</completed><errors>0</errors><failures>0</failures>${message}\n</failsafe-summary>`;

it.each<[string, string, string]>([
  [
    'a timeout',
    summary('<failureMessage/>', 'timeout="true"'),
    'Failsafe stopped the tests after its timeout',
  ],
  [
    'a timeout in other quotes',
    summary('', "timeout = 'true'"),
    'Failsafe stopped the tests after its timeout',
  ],
  ['a crash', summary(`<failureMessage>${CRASHED}</failureMessage>`), CRASHED],
  [
    'a crash after blanks',
    summary(`<failureMessage>${' '.repeat(2_000)}${CRASHED}</failureMessage>`),
    CRASHED,
  ],
  [
    'a crash beside an address in an attribute',
    summary(
      `<failureMessage xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${CRASHED}</failureMessage>`,
    ),
    CRASHED,
  ],
  [
    'a crash in CDATA',
    summary(`<failureMessage><![CDATA[<${CRASHED}>]]></failureMessage>`),
    `<${CRASHED}>`,
  ],
])('reads %s from a summary of Failsafe as an error of the run', async (_, text, message) => {
  expect(recognizeFormat(text)).toBe('junit');
  const { run, results, error } = await readAll(text);
  expect({ run: run.errors, framework: run.framework, results, error }).toEqual({
    run: [{ message }],
    framework: undefined,
    results: [],
    error: undefined,
  });
});

it.each([
  summary(''),
  summary('<failureMessage/>'),
  summary('<failureMessage xsi:nil="true" />'),
  summary('<failureMessage></failureMessage>'),
  summary('<failureMessage>\n  </failureMessage>'),
  summary('<failureMessage><![CDATA[ ]]></failureMessage>'),
])('takes no summary that only counts for a report: %#', async (text) => {
  expect(recognizeFormat(text)).toBeUndefined();
  // Somebody may name the format of the files.
  expect((await readAll(text)).error).toMatchObject({
    message: "it is Failsafe's summary, not a report of tests",
  });
});

it('takes an element of that name in a report for no error', async () => {
  const text = `<testsuite><testcase name="a"/><failureMessage>${CRASHED}</failureMessage></testsuite>`;
  expect((await readAll(text)).run.errors).toBeUndefined();
});

it('recognizes hostile beginnings at once', () => {
  const blanks = ' '.repeat(60_000);
  for (const head of [
    `<failsafe-summary${blanks}`,
    `<failsafe-summary>${'<failureMessage '.repeat(4_000)}`,
  ]) {
    expect(recognizeFormat(head)).toBeUndefined();
  }
});
