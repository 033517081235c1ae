import {
  filesOfManyTests,
  testEarlyUpload,
} from '@svc/reporter-core/test/suites/test-early-upload.ts';
import { describe, vi } from 'vitest';
import { config, FULL_VERSIONS, makeProject } from './fixture-project.ts';

// Each test starts Playwright.
vi.setConfig({ testTimeout: 240_000 });

describe.each(FULL_VERSIONS)('Playwright %s', (version) => {
  testEarlyUpload(() =>
    makeProject(version, {
      'playwright.config.js': config(),
      ...filesOfManyTests(`import { test } from '@playwright/test';`, 'spec.js'),
    }),
  );
});
