import {
  filesOfManyTests,
  testEarlyUpload,
} from '@svc/reporter-core/test/suites/test-early-upload.ts';
import { describe, vi } from 'vitest';
import { config, FULL_MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest.
vi.setConfig({ testTimeout: 120_000 });

describe.each(FULL_MAJORS)('Jest %s', (major) => {
  testEarlyUpload(() =>
    makeProject(major, {
      'jest.config.js': config(['default', '@svc/jest-reporter'], { maxWorkers: 1 }),
      ...filesOfManyTests('', 'test.js'),
    }),
  );
});
