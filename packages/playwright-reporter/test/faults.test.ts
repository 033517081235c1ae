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
import { config, FULL_VERSIONS, makeProject, VERSIONS } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe.each(VERSIONS)('Playwright %s', (version) => {
  testServerFaults({
    name: `server-faults-${version}`,
    everyCase: FULL_VERSIONS.includes(version),
    makeProject: (reporters) => {
      const ours = reporters.map((options) => ['@svc/playwright-reporter', options]);
      return makeProject(version, {
        'playwright.config.js': config({ reporter: [['line'], ...ours] }),
        'shop.spec.js': spec({
          'adds up': 'expect(1 + 1).toBe(2);',
          'fails on demand': 'expect(process.env.FIXTURE_FAILS).toBe(undefined);',
        }),
      });
    },
    report: ({ stdout }) => stdout.replaceAll(/\([\d.]+m?s\)/g, '(0s)'),
  });
});

describe('Playwright 1.65', () => {
  it('is not disturbed by odd values, titles and output, nor by a worker that dies', async () => {
    using project = makeProject('1.65', {
      'playwright.config.js': config(),
      'without.config.js': config({ reporter: 'line' }),
      'odd.spec.js': [`import { expect, test } from '@playwright/test';\n`, ...ODD_TESTS].join(''),
      'dies.spec.js': spec({ 'kills its worker': `process.kill(process.pid, 'SIGKILL');` }),
    });
    const bare = await bareEnding('odd-tests-1.65', async () =>
      endingOf(await project.run({ args: ['test', '--config', 'without.config.js'] })),
    );
    const { run, body } = await sendRun(project);
    expect(endingOf(run)).toEqual(bare);
    expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent 8 results \(8 failed\) to /)]);
    expect(statuses(body).sort()).toEqual([...ODD_STATUSES, 'kills its worker: failed'].sort());
  });

  it('leaves out and reports attachments that are too large, elsewhere or gone', async () => {
    using project = makeProject('1.65', {
      'playwright.config.js': config(),
      'a.spec.js': `import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
for (const name of ${JSON.stringify(ODD_ATTACHMENTS)}) {
  test(name, () => {
    // attach() would make Playwright copy the file.
    test.info().attachments.push({ name, path: name, contentType: 'text/plain' });
    if (name === 'gone.txt') rmSync(name);
  });
}
`,
    });
    makeOddAttachments(project.folder);
    const { run, body } = await sendRun(project, { env: { SVC_ARTIFACTS: 'all' } });
    expect(artifactTexts(body)).toEqual(['fine.txt: 4 B']);
    expect(svcLines(run)).toEqual([expect.stringMatching(ODD_ATTACHMENTS_LINE)]);
  });
});

describe('an unsent run', () => {
  testSpoolFaults({
    makeProject: () =>
      makeProject('1.65', { 'playwright.config.js': config(), 'a.spec.js': spec({ one: '' }) }),
    writingTo: (folder) => ['test', `--output=${folder}/output`],
  });
});
