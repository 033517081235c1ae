import { describe, expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const AT = Date.UTC(2026, 10, 26, 10);

describe.each(['0001-01-01 00:00:00 +0000 UTC', '01/01/0001 00:00:00', '1601-01-01T00:00:00Z'])(
  '%s is no time',
  (zero) => {
    it('of the only suite of JUnit XML', async () => {
      const { run, results } = await readAll(
        `<testsuite name="a" time="" timestamp="${zero}"><testcase name="one" time="" timestamp="${zero}"/></testsuite>`,
      );
      expect(run).toMatchObject({ startedAt: undefined, endedAt: undefined });
      expect(results).toMatchObject([{ durationMs: 0, startedAt: undefined }]);
    });

    it('of a suite beside one with a time', async () => {
      const { run } = await readAll(
        `<testsuites>
           <testsuite name="a" timestamp="2026-11-26T10:00:00Z" time="2"><testcase name="one" time="2"/></testsuite>
           <testsuite name="b" timestamp="${zero}" time="0"><testcase name="two" time="0"/></testsuite>
         </testsuites>`,
      );
      expect(run).toMatchObject({ startedAt: AT, endedAt: AT + 2_000 });
    });

    it('of a suite whose tests have times', async () => {
      const { run } = await readAll(
        `<testsuite name="a" timestamp="${zero}"><testcase name="one" timestamp="2026-11-26T10:00:00Z"/></testsuite>`,
      );
      expect(run.startedAt).toBe(AT);
    });

    it('of TRX, NUnit and xUnit.net', async () => {
      const reports = await Promise.all([
        readAll(
          `<TestRun><Times start="${zero}" finish="${zero}"/><Results><UnitTestResult testName="a" outcome="Passed" startTime="${zero}"/></Results></TestRun>`,
          'trx',
        ),
        readAll(
          `<test-run start-time="${zero}" end-time="${zero}"><test-suite><test-case name="a" result="Passed" start-time="${zero}"/></test-suite></test-run>`,
          'nunit',
        ),
        readAll(
          `<assemblies><assembly name="a.dll" start-rtf="${zero}"><collection><test name="a" result="Pass" start-rtf="${zero}"/></collection></assembly></assemblies>`,
          'xunit',
        ),
      ]);
      for (const { run, results } of reports) {
        expect(run).toMatchObject({ startedAt: undefined, endedAt: undefined });
        expect(results).toMatchObject([{ status: 'passed', startedAt: undefined }]);
      }
    });

    it('of JSON and of the events of Go', async () => {
      const { run: mocha } = await readAll(
        JSON.stringify({ stats: { start: zero, end: zero }, passes: [{ title: 'a' }] }),
        'mocha-json',
      );
      expect(mocha).toMatchObject({ startedAt: undefined, endedAt: undefined });
      const events = ['run', 'pass'].map((Action) =>
        JSON.stringify({ Time: zero, Action, Package: 'p', Test: 'TestA' }),
      );
      const { run, results } = await readAll(events.join('\n'), 'go-json');
      expect(run.startedAt).toBeUndefined();
      expect(results).toMatchObject([{ status: 'passed', startedAt: undefined }]);
    });
  },
);

it('takes a time of day in the place of a duration for neither', async () => {
  const { run, results } = await readAll(
    '<testsuite name="a" time="1795600000"><testcase name="one" time="1795600000"/><testcase name="two" time="0.5"/></testsuite>',
  );
  expect(results.map(({ durationMs }) => durationMs)).toEqual([0, 500]);
  expect(run).toMatchObject({ startedAt: undefined, durationMs: 500 });
});
