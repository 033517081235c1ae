import { describe, expect, it, vi } from 'vitest';
import { sendRun } from '@svc/reporter-core/test/sent-run.ts';
import { config, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const LINES = 50_000;

describe.each(MAJORS)('Vitest %s', (major) => {
  it('ends as without us, and sends the ends, when one test prints 50 MB', async () => {
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
    const without = await project.run({ args: ['--config', 'without.config.js'] });
    const { run, body } = await sendRun(project);
    expect([run.exitCode, run.signal]).toEqual([without.exitCode, without.signal]);
    expect(body.results).toMatchObject([{ status: 'passed' }, { status: 'failed' }]);
    const [{ stdout = '', stderr } = {}] = body.results[1]?.attempts ?? [];
    expect(stderr).toBe('careful\n');
    expect(stdout.length).toBeLessThanOrEqual(256 * 1024);
    expect(stdout).toMatch(/^x{1000}0\n[^]*characters cut by svc[^]*x49999\n$/);
  });

  it('sends what a failing test prints after passing ones have printed very much', async () => {
    using project = makeProject(major, {
      'vitest.config.js': config(['dot', '@svc/vitest-reporter']),
      // Vitest runs larger files first.
      'a.test.js': `// ${'-'.repeat(1_000)}
import { test } from 'vitest';
for (let index = 0; index < 200; index++) {
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
