import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { ODD_STATUSES, ODD_TESTS } from '@svc/reporter-core/test/projects/odd-tests.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { sendRun, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { testServerFaults } from '@svc/reporter-core/test/suites/test-server-faults.ts';
import { testSpoolFaults } from '@svc/reporter-core/test/suites/test-spool-faults.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { config, FULL_MAJORS, type Major, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// Fewer by default, but far more than the limit for one file.
const LINES = EVERY_VERSION_RUNS_ALL ? 20_000 : 2_000;

describe.each(MAJORS)('Jest %s', (major) => {
  testServerFaults({
    name: `server-faults-${major}`,
    everyCase: FULL_MAJORS.includes(major),
    makeProject: (reporters) => {
      const ours = reporters.map((options) => ['@svc/jest-reporter', options]);
      return makeProject(major, {
        'jest.config.js': config(ours),
        'src/shop.test.js': `test('adds up', () => expect(1 + 1).toBe(2));
test('fails on demand', () => expect(process.env.FIXTURE_FAILS).toBe(undefined));
`,
      });
    },
    args: ['--json'],
    report: ({ stdout }) => timeless(stdout),
  });
});

describe.each(FULL_MAJORS)('Jest %s', (major) => {
  it.each(['-i', '-w=2'])('is not disturbed by odd values, titles and output, %s', async (mode) => {
    using project = makeProject(major, {
      'jest.config.js': config(['@svc/jest-reporter']),
      'without.config.js': config([]),
      // One file each, because a worker reports all results of a file at once.
      ...Object.fromEntries(ODD_TESTS.map((test, index) => [`odd-${index}.test.js`, test])),
    });
    const args = [mode, '--no-cache'];
    const bare = await bareEnding(`odd-tests-${major}${mode}`, async () =>
      endingOf(await project.run({ args: [...args, '--config', 'without.config.js'] })),
    );
    const { run, body } = await sendRun(project, { args });
    expect(endingOf(run)).toEqual(bare);
    const interrupted = mode === '-i' ? [] : UNREPORTED[major];
    expect(svcLines(run)).toEqual([
      expect.stringMatching(
        `^svc: sent 7 results \\(${7 - interrupted.length} failed\\)${UNREPORTED_WORDS[interrupted.length]} to `,
      ),
    ]);
    expect(statuses(body).sort()).toEqual(
      ODD_STATUSES.map((status) =>
        interrupted.includes(status) ? status.replace('failed', 'interrupted') : status,
      ),
    );
  });

  it('cuts very much console output in one test', async () => {
    using chatty = makeProject(major, {
      'jest.config.js': config(['@svc/jest-reporter']),
      // For a single file, Jest 29 prints the console itself and does not report it.
      'b.test.js': `test('is silent', () => {});`,
      'a.test.js': `test('talks', () => {
  for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
  throw new Error('tired');
});`,
    });
    const { run, body } = await sendRun(chatty);
    expect(run.exitCode).toBe(1);
    const file = body.files?.find((each) => each.file === 'a.test.js');
    expect(file?.stdout?.length).toBeLessThanOrEqual(256 * 1024);
    expect(file?.stdout).toMatch(/^x{1000}0\n/);
    expect(file?.stdout).toMatch(/characters cut by svc/);
    expect(file?.stdout?.endsWith(`x${LINES - 1}\n`)).toBe(true);
  });
});

/** Tests whose failures Jest's workers cannot report. */
const UNREPORTED: Record<Major, string[]> = {
  '29': ['cannot be written as JSON: failed', 'holds a BigInt: failed', 'refers to itself: failed'],
  '30': ['cannot be written as JSON: failed'],
};

/** The part of the line about files with these tests, by their number. */
const UNREPORTED_WORDS: Record<number, string> = {
  0: '',
  1: ', 1 file failed outside its tests,',
  3: ', 3 files failed outside their tests,',
};

describe('an unsent run', () => {
  testSpoolFaults({
    makeProject: () =>
      makeProject('30', {
        'jest.config.js': config(['@svc/jest-reporter']),
        'a.test.js': `test('one', () => {});`,
      }),
    writingTo: (folder) => ['--cacheDirectory', `${folder}/cache`],
  });
});

/** Jest's report without times, which differ from run to run. */
function timeless(report: string): string {
  return report.replaceAll(
    /"(startTime|startAt|endTime|duration|start|end|runtime)":\d+/g,
    '"$1":0',
  );
}
