import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { sendRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { config, makeProject, FULL_VERSIONS } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright several times, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

// Fewer by default, but far more than the limit for one test.
const LINES = EVERY_VERSION_RUNS_ALL ? 50_000 : 2_000;

describe.each(FULL_VERSIONS)('Playwright %s', (version) => {
  it('does not change how the run ends, and sends the start and end of a very long output of one test', async () => {
    using project = makeProject(version, {
      'playwright.config.js': config({ reporter: [['dot'], ['@svc/playwright-reporter']] }),
      'without.config.js': config({ reporter: 'dot' }),
      'a.spec.js': spec({
        'is silent': '',
        talks: `test.setTimeout(120_000);
          console.error('careful');
          for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
          throw new Error('tired');`,
      }),
    });
    const bare = await bareEnding(`much-output-${version}`, async () =>
      endingOf(await project.run({ args: ['test', '--config', 'without.config.js'] })),
    );
    const { run, body } = await sendRun(project);
    expect(endingOf(run)).toEqual(bare);
    expect(body.results).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
    const [{ stdout = '', stderr } = {}] = body.results[1]?.attempts ?? [];
    expect(stderr).toBe('careful\n');
    expect(stdout.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n[^]*characters cut by svc/);
    expect(stdout.endsWith(`x${LINES - 1}\n`)).toBe(true);
  });
});
