import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { expect, it } from 'vitest';
import { describeExecution } from './execution-sentence.ts';

const NONE = { failed: 0, flaky: 0, interrupted: 0, skipped: 0, passed: 0, all: 0, artifacts: 0 };

function describeCase({
  counts = {},
  status = 'failed',
  shards = { expected: 1, received: 1, carried: 0 },
  errors = 0,
  files = 0,
}: {
  counts?: Partial<ExecutionSummary['counts']>;
  status?: string;
  shards?: object;
  errors?: number;
  files?: number;
}): string {
  const { answer, rest } = describeExecution({
    execution: { status, shards, resultsExpiredAt: null } as ExecutionSummary['execution'],
    counts: { ...NONE, ...counts },
    errors: Array.from({ length: errors }, () => ({ message: 'x' })),
    brokenFiles: {
      items: Array.from({ length: files }, () => ({
        file: 'a',
        variant: null,
        durationMs: 1,
        errors: [],
      })),
      omitted: 0,
    },
  });
  return rest === null ? answer : `${answer} ${rest}`;
}

it.each([
  [
    { counts: { failed: 4, flaky: 2, passed: 604, all: 612 } },
    '4 of 612 tests failed, 2 were flaky.',
  ],
  [{ counts: { passed: 4318, all: 4318 }, status: 'passed' }, 'All 4,318 tests passed.'],
  [{ counts: { passed: 1, all: 1 }, status: 'passed' }, 'The test passed.'],
  [
    { counts: { passed: 474, skipped: 11, flaky: 1, all: 485 }, status: 'passed' },
    '474 of 485 tests passed, 1 was flaky.',
  ],
  [{ counts: { passed: 5, all: 5 }, status: 'running' }, '5 of 5 tests passed. Still running.'],
  [{ status: 'running' }, 'No result has arrived yet. Still running.'],
  [{ files: 1, errors: 2 }, '1 file failed to load, the run reported 2 errors.'],
  [
    { files: 1, counts: { passed: 458, skipped: 11, flaky: 2, all: 469 } },
    '1 file failed to load, 458 of 469 tests passed, 2 were flaky.',
  ],
  [
    { errors: 1, counts: { passed: 9, all: 9 } },
    'The run reported 1 error, all 9 tests that ran passed.',
  ],
  [{ status: 'passed' }, 'No test ran.'],
  [{ status: 'failed' }, 'The run failed outside of its tests.'],
  [{ files: 1, counts: { passed: 1, all: 1 } }, '1 file failed to load, the test that ran passed.'],
  [{ status: 'passed', counts: { skipped: 5, all: 5 } }, 'All 5 tests were skipped.'],
  [{ status: 'passed', counts: { skipped: 1, all: 1 } }, 'The only test was skipped.'],
  [
    { files: 1, counts: { skipped: 5, all: 5 } },
    '1 file failed to load, all 5 tests were skipped.',
  ],
  [{ status: 'running' }, 'No result has arrived yet. Still running.'],
  [
    { status: 'failed', counts: { passed: 9, all: 9 } },
    'The run failed outside of its tests, all 9 tests that ran passed.',
  ],
  [
    {
      counts: { failed: 1, passed: 1, all: 2 },
      status: 'running',
      shards: { expected: 4, received: 1, carried: 0 },
    },
    '1 of 2 tests failed. 3 parts of 4 still running.',
  ],
  [
    {
      counts: { passed: 2, all: 2 },
      status: 'interrupted',
      shards: { expected: 4, received: 3, carried: 0 },
    },
    'All 2 tests that ran passed. 1 part of 4 never reported.',
  ],
])('of %j is %s', (facts, sentence) => {
  expect(describeCase(facts)).toBe(sentence);
});
