import { describe, vi } from 'vitest';
import { testHostileRuns } from '@svc/reporter-core/test/suites/test-hostile-runs.ts';
import { config, makeProject } from './fixture-project.ts';

// Each test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('Jest 30, in a run where things go wrong,', () => {
  testHostileRuns({
    makeProject: ({ options, around = { before: '', after: '' } }) => {
      const ours = options === undefined ? [] : [['@svc/jest-reporter', options]];
      return makeProject('30', {
        'jest.config.js': config(['<rootDir>/before.js', ...ours, '<rootDir>/after.js']),
        'before.js': reporter(around.before),
        'after.js': reporter(around.after),
        'shop.test.js': `test('adds up', () => {
  const stack = process.env.FIXTURE_FAILS;
  if (stack) throw Object.assign(new Error('thrown elsewhere'), { stack });
});
test('goes on', () => {});
`,
      });
    },
  });
});

function reporter(begin: string): string {
  return `module.exports = class {
  onRunStart() { ${begin} }
  onTestCaseResult(_, result) {
    if (process.env.FIXTURE_FAILS && result.title === 'goes on') result.startedAt = NaN;
  }
};
`;
}
