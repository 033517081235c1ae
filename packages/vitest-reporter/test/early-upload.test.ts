import {
  filesOfManyTests,
  testEarlyUpload,
} from '@svc/reporter-core/test/suites/test-early-upload.ts';
import { describe, vi } from 'vitest';
import { config, FULL_MAJORS, makeProject } from './projects/fixture-project.ts';

// Each test starts Vitest.
vi.setConfig({ testTimeout: 120_000 });

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  testEarlyUpload(() =>
    makeProject(major, {
      'vitest.config.js': config(['dot', '@svc/vitest-reporter'], { maxWorkers: 1 }),
      ...filesOfManyTests(`import { test } from 'vitest';`, 'test.js'),
    }),
  );
});
