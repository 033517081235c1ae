import { describe, vi } from 'vitest';
import { testHostileRuns } from '@svc/reporter-core/test/suites/test-hostile-runs.ts';
import { makeProject } from './projects/fixture-project.ts';

// Each test starts Vitest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('Vitest 5, in a run where things go wrong,', () => {
  testHostileRuns({
    makeProject: ({ options, around = { before: '', after: '' } }) => {
      const ours = options === undefined ? [] : [['@svc/vitest-reporter', options]];
      const reporters = `[
  'tap',
  {
    onTestRunStart() { ${around.before} },
    onTestRunEnd(modules) {
      if (!process.env.FIXTURE_FAILS) return;
      for (const test of modules[0].children.allTests('passed')) test.diagnostic = null;
    },
  },
  ...${JSON.stringify(ours)},
  { onTestRunStart() { ${around.after} } },
]`;
      return makeProject('5', {
        'vitest.config.js': `export default { test: { reporters: ${reporters}, maxWorkers: 1 } };\n`,
        'src/shop.test.js': `import { test } from 'vitest';
test('adds up', () => {
  const stack = process.env.FIXTURE_FAILS;
  if (stack) throw Object.assign(new Error('thrown elsewhere'), { stack });
});
test('goes on', () => {});
`,
      });
    },
  });
});
