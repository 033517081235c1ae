import type { IngestBody, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResult, makeUpload, readExecution, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

it.each<[string, ResultStatus[], ResultStatus, { flaky: boolean; retries: number }]>([
  ['failed, then passed', ['failed', 'passed'], 'passed', { flaky: true, retries: 1 }],
  ['timed out, then passed', ['timedOut', 'passed'], 'passed', { flaky: true, retries: 1 }],
  ['passed, failed, passed', ['passed', 'failed', 'passed'], 'passed', { flaky: true, retries: 2 }],
  ['passed in every attempt', ['passed', 'passed'], 'passed', { flaky: false, retries: 1 }],
  ['failed in every attempt', ['failed', 'failed'], 'failed', { flaky: false, retries: 1 }],
  ['passed, then failed', ['passed', 'failed'], 'failed', { flaky: false, retries: 1 }],
  [
    'was interrupted, then passed',
    ['interrupted', 'passed'],
    'passed',
    { flaky: false, retries: 1 },
  ],
  ['failed and was called passed', ['failed'], 'passed', { flaky: false, retries: 0 }],
  ['passed and was called failed', ['failed', 'passed'], 'failed', { flaky: false, retries: 1 }],
])('judges a test that %s', async (_, statuses, status, judged) => {
  const attempts = statuses.map((one) => ({ status: one, durationMs: 1 }));
  const answer = await upload(server, makeUpload({ results: [makeResult({ status, attempts })] }));
  const { results, totals } = await readExecution(server, answer);
  expect(results[0]).toMatchObject({ status, ...judged });
  expect(results[0]?.attempts.map((attempt) => attempt.status)).toEqual(statuses);
  expect(totals.flaky).toBe(judged.flaky ? 1 : 0);
});

it('keeps the framework’s verdict on a test that was expected to fail', async () => {
  const expected = makeResult({
    expectedFailure: true,
    attempts: [{ status: 'failed', durationMs: 1 }],
  });
  const unexpected = makeResult({ expectedFailure: true, status: 'failed', titlePath: ['passed'] });
  const { status, results } = await readExecution(
    server,
    await upload(server, makeUpload({ results: [expected, unexpected] })),
  );
  expect(status).toBe('failed');
  expect(results.map((result) => [result.status, result.expectedFailure])).toEqual([
    ['passed', true],
    ['failed', true],
  ]);
});

const AT = '2026-11-20T10:00:00.000Z';
const TOLD = { status: 'passed', durationMs: 4, startedAt: AT } as const;
const SILENT = { index: 1, ...TOLD, errors: [], steps: [], stdout: null, stderr: null };

it.each<[string, Partial<NonNullable<IngestResult['attempts']>[number]>, object]>([
  ['nothing', {}, {}],
  ['nothing in empty lists and texts', { errors: [], steps: [], stdout: '', stderr: '' }, {}],
  ['another status', { status: 'failed' }, { status: 'failed' }],
  ['another duration', { durationMs: 3 }, { durationMs: 3 }],
  [
    'another start',
    { startedAt: '2026-11-20T10:00:01Z' },
    { startedAt: '2026-11-20T10:00:01.000Z' },
  ],
  ['an error', { errors: [{ message: 'm' }] }, { errors: [{ message: 'm' }] }],
  [
    'a step',
    { steps: [{ title: 's', durationMs: 1 }] },
    { steps: [{ title: 's', durationMs: 1 }] },
  ],
  ['output', { stdout: 'out' }, { stdout: 'out' }],
  ['output of errors', { stderr: 'err' }, { stderr: 'err' }],
])('keeps an only attempt that says %s beyond its result', async (_, attempt, kept) => {
  const result = makeResult({ ...TOLD, attempts: [{ ...TOLD, ...attempt }] });
  const { results } = await readExecution(
    server,
    await upload(server, makeUpload({ results: [result] })),
  );
  expect(results[0]?.attempts).toEqual([{ ...SILENT, ...kept }]);
});

const error = { message: 'broke' };
const failing = (status: ResultStatus) => [makeResult({ status })];

it.each<[string, string, Partial<IngestBody['execution']>, Omit<Partial<IngestBody>, 'execution'>]>(
  [
    ['passed', 'of nothing', {}, { results: [] }],
    ['passed', 'of skipped tests', {}, { results: failing('skipped') }],
    ['failed', 'with a failure', {}, { results: failing('failed') }],
    ['failed', 'with a test that timed out', {}, { results: failing('timedOut') }],
    ['failed', 'with an error of its own', { errors: [error] }, {}],
    [
      'failed',
      'with a file’s error',
      {},
      { files: [{ file: 'f', durationMs: 1, errors: [error] }] },
    ],
    ['failed', 'that its framework calls failed', { status: 'failed' }, {}],
    [
      'failed',
      'cut off after a failure',
      { status: 'interrupted' },
      { results: failing('failed') },
    ],
    ['interrupted', 'cut off', { status: 'interrupted' }, {}],
  ],
)('calls %s an execution %s', async (status, _, execution, facts) => {
  const answer = await upload(server, makeUpload({ execution, ...facts }));
  expect(answer.status).toBe(status);
  expect((await readExecution(server, answer)).status).toBe(status);
});
