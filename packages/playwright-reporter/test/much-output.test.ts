import { describe, expect, it, vi } from 'vitest';
import { sendRun } from '@svc/reporter-core/test/sent-run.ts';
import { config, makeProject, VERSIONS } from './fixture-project.ts';
import { spec } from './sent-run.ts';

// Each test starts Playwright anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const LINES = 50_000;

describe.each(VERSIONS)('Playwright %s', (version) => {
  it('ends as without us, and sends the ends, when one test prints 50 MB', async () => {
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
    const without = await project.run({ args: ['test', '--config', 'without.config.js'] });
    const { run, body } = await sendRun(project);
    expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
    expect(body.results).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
    const [{ stdout = '', stderr } = {}] = body.results[1]?.attempts ?? [];
    expect(stderr).toBe('careful\n');
    expect(stdout.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n[^]*characters cut by svc[^]*x49999\n$/);
  });
});
