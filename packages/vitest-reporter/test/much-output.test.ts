import { describe, expect, it, vi } from 'vitest';
import { bareEnding, endingOf } from '@svc/reporter-core/test/projects/bare-ending.ts';
import { sendRun } from '@svc/reporter-core/test/projects/sent-run.ts';
import { EVERY_VERSION_RUNS_ALL } from '@svc/reporter-core/test/projects/versions.ts';
import { config, FULL_MAJORS, makeProject } from './projects/fixture-project.ts';

// Each test starts Vitest several times, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// Fewer by default, but far more than the limit for one test.
const LINES = EVERY_VERSION_RUNS_ALL ? 50_000 : 2_000;
const TALKING_TESTS = EVERY_VERSION_RUNS_ALL ? 200 : 10;

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  it('does not change how the run ends, and sends the start and end of a very long output of one test', async () => {
    using project = makeProject(major, {
      'vitest.config.js': config(['dot', '@svc/vitest-reporter']),
      'without.config.js': config(['dot']),
      'a.test.js': `import { test } from 'vitest';
test('is silent', () => {});
test('talks', () => {
  console.error('careful');
  for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
  throw new Error('tired');
});`,
    });
    const bare = await bareEnding(`much-output-${major}`, async () =>
      endingOf(await project.run({ args: ['--config', 'without.config.js'] })),
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

  it('sends the output of a failing test after passing tests have printed very much', async () => {
    using project = makeProject(major, {
      'vitest.config.js': config(['dot', '@svc/vitest-reporter']),
      // Vitest runs larger files first.
      'a.test.js': `// ${'-'.repeat(1_000)}
import { test } from 'vitest';
for (let index = 0; index < ${TALKING_TESTS}; index++) {
  test('talks ' + index, () => {
    for (let line = 0; line < 350; line++) console.log('x'.repeat(1_000));
  });
}`,
      'b.test.js': `import { test } from 'vitest';
test('fails', () => {
  for (let line = 0; line < 100; line++) console.log('y'.repeat(1_000));
  throw new Error('tired');
});`,
    });
    const { body } = await sendRun(project);
    const failed = body.results.find(({ status }) => status === 'failed');
    expect(failed?.attempts?.[0]?.stdout).toHaveLength(100 * 1_001);
  });
});
