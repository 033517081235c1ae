import golden from '@svc/contract/fixtures/vitest-outcomes.json' with { type: 'json' };
import { testId } from '@svc/contract/zod-free/test-identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { readExecution, upload } from '../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const FINGERPRINT = expect.stringMatching(/^fp2:[0-9a-f]{32}$/) as string;
const NOTHING = { errors: [], steps: [], stdout: null, stderr: null };

/** A result of the golden message, with the fields that the message leaves out. */
function result(file: string, titlePath: string[], told: object) {
  return {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    testId: testId({ project: 'shop', file, titlePath }),
    title: titlePath.at(-1),
    titlePath,
    suite: titlePath.slice(0, -1).join(' › '),
    file,
    column: null,
    variant: null,
    flaky: false,
    expectedFailure: false,
    retries: 0,
    startedAt: null,
    tags: [],
    annotations: [],
    owner: null,
    fingerprint: null,
    classification: null,
    confidence: null,
    artifactIds: [],
    part: null,
    ...told,
  };
}

it('reads back the golden message of the Vitest reporter', async () => {
  const answer = await upload(server, golden);
  expect(answer).toEqual({
    executionId: expect.any(String) as string,
    number: 1,
    url: `http://svc.test/executions/${answer.executionId}`,
    status: 'failed',
    accepted: { results: 6, duplicates: 0 },
    uploads: [],
    refusedUploads: [],
    ignoredFields: 0,
  });
  expect(await readExecution(server, answer)).toEqual({
    id: answer.executionId,
    key: 'github:4711:1:unit',
    number: 1,
    attempt: 1,
    previousAttemptId: null,
    legs: [],
    project: 'shop',
    name: 'unit',
    framework: 'vitest',
    frameworkVersion: '5.1.1',
    reporter: { name: '@svc/vitest-reporter', version: '0.1.0' },
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: '2026-11-20T10:00:02.310Z',
    durationMs: 2310,
    classification: null,
    totals: { tests: 6, passed: 3, failed: 1, skipped: 1, flaky: 1, timedOut: 1, interrupted: 0 },
    git: golden.execution.git,
    ci: golden.execution.ci,
    environment: golden.execution.environment,
    tags: ['unit'],
    shards: { expected: 1, received: 1, carried: 0 },
    partial: [],
    hasFileErrors: true,
    excused: 0,
    resultsExpiredAt: null,
    url: answer.url,
    errors: [],
    files: [
      {
        file: 'src/cart.test.ts',
        variant: null,
        durationMs: 812,
        errors: [],
        stdout: null,
        stderr: 'loading the price list\n',
      },
      {
        file: 'src/broken.test.ts',
        variant: null,
        durationMs: 20,
        errors: golden.files[1]?.errors,
        stdout: null,
        stderr: null,
      },
    ],
    artifacts: [],
    results: [
      result('src/cart.test.ts', ['cart', 'checkout', 'adds up'], {
        line: 8,
        column: 5,
        status: 'passed',
        durationMs: 4,
        startedAt: '2026-11-20T10:00:00.512Z',
        // It reported no attempt, so it has one that equals the result.
        attempts: [
          {
            index: 1,
            status: 'passed',
            durationMs: 4,
            startedAt: '2026-11-20T10:00:00.512Z',
            ...NOTHING,
          },
        ],
      }),
      result('src/cart.test.ts', ['cart', 'checkout', 'keeps the discount'], {
        line: 21,
        column: 5,
        status: 'failed',
        fingerprint: FINGERPRINT,
        // Fingerprints of the first attempt, and of the cause of the last one.
        furtherFingerprints: [FINGERPRINT, FINGERPRINT],
        retries: 1,
        durationMs: 31,
        startedAt: '2026-11-20T10:00:00.520Z',
        attempts: [
          {
            index: 1,
            status: 'failed',
            durationMs: 15,
            startedAt: null,
            ...NOTHING,
            errors: golden.results[1]?.attempts?.[0]?.errors,
          },
          {
            index: 2,
            status: 'failed',
            durationMs: 16,
            startedAt: null,
            ...NOTHING,
            errors: golden.results[1]?.attempts?.[1]?.errors,
            stdout: 'total 90\n',
          },
        ],
        tags: ['checkout'],
        owner: '@example/cart',
      }),
      result('src/search.test.ts', ['search', 'suggests as you type'], {
        line: 3,
        status: 'passed',
        flaky: true,
        fingerprint: FINGERPRINT,
        retries: 1,
        durationMs: 52,
        attempts: [
          {
            index: 1,
            status: 'failed',
            durationMs: 40,
            startedAt: null,
            ...NOTHING,
            errors: [{ message: 'AssertionError: expected [] to have a length of 1 but got 0' }],
          },
          { index: 2, status: 'passed', durationMs: 12, startedAt: null, ...NOTHING },
        ],
      }),
      result('src/search.test.ts', ['search', 'waits for the index'], {
        line: 19,
        status: 'timedOut',
        fingerprint: FINGERPRINT,
        durationMs: 5000,
        attempts: [
          {
            index: 1,
            status: 'timedOut',
            durationMs: 5000,
            startedAt: null,
            ...NOTHING,
            errors: [{ message: 'Test timed out in 5000ms.' }],
          },
        ],
      }),
      result('src/search.test.ts', ['search', 'ranks synonyms'], {
        line: 30,
        status: 'skipped',
        durationMs: 0,
        attempts: [{ index: 1, status: 'skipped', durationMs: 0, startedAt: null, ...NOTHING }],
        annotations: [{ type: 'skip', description: 'waits for the new index' }],
      }),
      result('src/search.test.ts', ['search', 'knows a typo'], {
        line: 34,
        status: 'passed',
        expectedFailure: true,
        durationMs: 2,
        attempts: [{ index: 1, status: 'passed', durationMs: 2, startedAt: null, ...NOTHING }],
      }),
    ],
  });
});
