import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import {
  artifactTexts,
  makeOddAttachments,
  ODD_ATTACHMENTS,
  ODD_ATTACHMENTS_LINE,
  ODD_STATUSES,
  ODD_TESTS,
} from '@svc/reporter-core/test/projects/odd-tests.ts';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { sendRun, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { testServerFaults } from '@svc/reporter-core/test/suites/test-server-faults.ts';
import { testSpoolFaults } from '@svc/reporter-core/test/suites/test-spool-faults.ts';
import {
  config,
  type FixtureProject,
  FULL_MAJORS,
  MAJORS,
  makeProject,
} from './projects/fixture-project.ts';
import { send, trivial } from './projects/sent-run.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const IMPORTS = `import { expect, test } from 'vitest';\n`;

describe.each(MAJORS)('Vitest %s', (major) => {
  testServerFaults({
    name: `server-faults-${major}`,
    everyCase: FULL_MAJORS.includes(major),
    makeProject: (reporters) => {
      const ours = reporters.map((options) => ['@svc/vitest-reporter', options]);
      return makeProject(major, {
        'vitest.config.js': config(['tap', 'json', ...ours]),
        'src/shop.test.js': `${IMPORTS}
test('adds up', () => expect(1 + 1).toBe(2));
test('fails on demand', () => expect(process.env.FIXTURE_FAILS).toBe(undefined));
`,
      });
    },
    report: ({ stdout }, project) => timeless(stdout + jsonFile(project)),
  });
});

describe('Vitest 5', () => {
  it('is not disturbed by odd values, titles and output', async () => {
    using project = makeProject('5', {
      'vitest.config.js': config(['tap', '@svc/vitest-reporter']),
      'without.config.js': config(['tap']),
      'odd.test.js': `${IMPORTS}${ODD_TESTS.join('')}`,
    });
    const bare = await bareEnding('odd-tests-5', async () =>
      endingOf(await project.run({ args: ['--config', 'without.config.js'] })),
    );
    const { run, body } = await sendRun(project);
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 7 results \(7 failed\) to /)]);
    expect(statuses(body).sort()).toEqual(ODD_STATUSES);
  });

  it('leaves out and reports attachments that are too large, elsewhere or gone', async () => {
    const { run, body } = await send('5', {
      prepare: makeOddAttachments,
      env: { SVC_ARTIFACTS: 'all' },
      files: {
        'a.test.js': `import { rmSync } from 'node:fs';
import { afterAll, test } from 'vitest';
afterAll(() => rmSync('gone.txt'));
test.for(${JSON.stringify(ODD_ATTACHMENTS)})('%s', (file, { task }) => {
  // Vitest copies other attachments.
  task.meta.failScreenshotPath = file;
});
`,
      },
    });
    expect(artifactTexts(body)).toEqual(['fine.txt: 4 B']);
    expect(svcLines(run)).toEqual([expect.stringMatching(ODD_ATTACHMENTS_LINE)]);
  });
});

describe('an unsent run', () => {
  testSpoolFaults({
    makeProject: () =>
      makeProject('5', {
        'vitest.config.js': config(['tap', '@svc/vitest-reporter']),
        'a.test.js': trivial('one'),
      }),
    // With this option, loading the configuration writes no temporary file beside it.
    writingTo: () => ['--configLoader', 'runner'],
  });
});

/** Vitest's reports without times, which differ from run to run. */
function timeless(report: string): string {
  return report
    .replaceAll(/"(startTime|endTime|duration|start|end|runtime)":[\d.]+/g, '"$1":0')
    .replaceAll(/# time=[\d.]+ms/g, '# time=0ms');
}

/** The output of the JSON reporter of Vitest 5. Empty for 3 and 4, whose reporter prints it. */
function jsonFile({ folder }: FixtureProject): string {
  const place = `${folder}/.vitest/json`;
  if (!existsSync(place)) return '';
  return readdirSync(place)
    .map((name) => readFileSync(`${place}/${name}`, 'utf8'))
    .join('\n');
}
