import { describe, vi } from 'vitest';
import { makeBatch } from './projects/batch.ts';
import { FULL_MAJORS } from './projects/fixture-project.ts';
import { testAttachments } from './suites/test-attachments.ts';
import { testBrokenRuns } from './suites/test-broken-runs.ts';
import { testLines } from './suites/test-lines.ts';
import { testOddErrors } from './suites/test-odd-errors.ts';
import { testOutput } from './suites/test-output.ts';
import { testPartialRuns } from './suites/test-partial-runs.ts';
import { testSecrets } from './suites/test-secrets.ts';
import { testShards } from './suites/test-shards.ts';
import { testVariants } from './suites/test-variants.ts';
import { testWholeRuns } from './suites/test-whole-runs.ts';

// All runs take place before the first test, and the machine may be busy.
vi.setConfig({ hookTimeout: 480_000 });

describe.each(FULL_MAJORS)('Vitest %s', (major) => {
  const batch = makeBatch(major);
  testWholeRuns(batch);
  testPartialRuns(batch);
  testShards(batch);
  testBrokenRuns(batch);
  testOddErrors(batch);
  testVariants(batch);
  testLines(batch);
  testOutput(batch);
  testAttachments(batch);
  testSecrets(batch);
});
