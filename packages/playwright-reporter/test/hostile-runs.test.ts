import { describe, vi } from 'vitest';
import { testHostileRuns } from '@svc/reporter-core/test/suites/test-hostile-runs.ts';
import { makeProject } from './fixture-project.ts';

// Each test starts Playwright, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

describe('Playwright 1.65, in a run where things go wrong,', () => {
  testHostileRuns({
    makeProject: ({ options, around = { before: '', after: '' } }) => {
      const ours = options === undefined ? [] : [['@svc/playwright-reporter', options]];
      const reporters = [['line'], ['./before.js'], ...ours, ['./after.js']];
      return makeProject('1.65', {
        'playwright.config.js': `module.exports = ${JSON.stringify({ reporter: reporters, workers: 1 })};\n`,
        'before.js': reporter(around.before),
        'after.js': reporter(around.after),
        'shop.spec.js': `import { test } from '@playwright/test';
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

function reporter(begin: string): string {
  return `module.exports = class {
  onBegin() { ${begin} }
  onTestEnd(test) {
    if (process.env.FIXTURE_FAILS && test.title === 'goes on') test.annotations.push(null);
  }
};
`;
}
