import { isDeepStrictEqual } from 'node:util';
import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, makeResult, makeUpload, readExecution, upload } from '../../test/make.ts';

let server: TestApp;
let executionId: string;
beforeAll(async () => {
  server = await makeApp();
  const statuses = ['passed', 'failed', 'skipped', 'timedOut', 'interrupted'] as const;
  const results = Array.from({ length: 10_000 }, (_, index) => {
    const status = statuses[index % 5] ?? 'passed';
    const errors = [{ message: `failure ${index % 70}` }];
    return makeResult({
      titlePath: ['suite', `test ${index}`],
      status,
      attempts: [
        { status: 'failed', durationMs: 1, errors, stdout: `line ${index % 11}\n` },
        { status, durationMs: 2 },
      ],
    });
  });
  const files = [{ file: 'a.test.ts', durationMs: 3 }];
  ({ executionId } = await upload(server, makeUpload({ files, results })));
});
afterAll(() => server.close());

async function overTrpc<Data>(procedure: string, input: object): Promise<Data> {
  const url = `/trpc/executions.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { text } = await ask(server, { url });
  return (JSON.parse(text) as { result: { data: Data } }).result.data;
}

/** The execution over tRPC, joined from its pages, of `limit` results after the first. */
async function wholeOverTrpc(
  input: { id: string; status?: string[] },
  limit?: number,
): Promise<ExecutionDetail> {
  const { next, ...detail } = await overTrpc<ExecutionDetail>('get', input);
  let cursor = next?.results ?? null;
  while (cursor !== null) {
    const page: Page<Result> = await overTrpc('results', { ...input, cursor, limit });
    expect(page.items.length).toBeLessThanOrEqual(limit ?? 1_000);
    detail.results.push(...page.items);
    cursor = page.nextCursor;
  }
  return detail;
}

it('streams 10,000 results over REST that equal the pages over tRPC, in the order of their upload', async () => {
  const detail = await readExecution(server, { executionId });
  expect(detail.results.map(({ title }) => title)).toEqual(
    Array.from({ length: 10_000 }, (_, index) => `test ${index}`),
  );
  expect((await overTrpc<ExecutionDetail>('get', { id: executionId })).results).toHaveLength(1_000);
  const same = isDeepStrictEqual(detail, await wholeOverTrpc({ id: executionId }));
  expect(same).toBe(true);
});

it('returns only results of the requested statuses, the same over both', async () => {
  const detail = await readExecution(server, { executionId }, '?status=failed&status=interrupted');
  expect(new Set(detail.results.map(({ status }) => status))).toEqual(
    new Set(['failed', 'interrupted']),
  );
  expect(detail.results).toHaveLength(4_000);
  expect(detail.totals.tests).toBe(10_000);
  const status = ['failed', 'interrupted'];
  const same = isDeepStrictEqual(detail, await wholeOverTrpc({ id: executionId, status }, 700));
  expect(same).toBe(true);
});

it.each(['results', 'files', 'artifacts'])('refuses an invalid cursor of %s', async (list) => {
  const input = encodeURIComponent(JSON.stringify({ id: executionId, cursor: 'x' }));
  const { status } = await ask(server, { url: `/trpc/executions.${list}?input=${input}` });
  expect(status).toBe(400);
});

it('accepts an id in capitals', async () => {
  const capitals = { executionId: executionId.toUpperCase() };
  expect((await readExecution(server, capitals, '?status=failed')).id).toBe(executionId);
});

it.each([
  ['status=', 'status.0'],
  ['status=flaky', 'status.0'],
  ['status=failed&status=x', 'status.1'],
  ['id=x', 'id'],
  ['limit=5', 'limit'],
])('refuses ?%s and names the parameter', async (query, path) => {
  const { status, text } = await ask(server, { url: `/api/executions/${executionId}?${query}` });
  const { error } = JSON.parse(text) as { error: { code: string; details: { path: string }[] } };
  expect({ status, code: error.code, path: error.details[0]?.path }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    path,
  });
});

it.each(['x', '00000000-0000-7000-8000-000000000000', '%00', "'; SELECT 1; --", 'a'.repeat(500)])(
  'finds no execution with the id %s',
  async (id) => {
    const { status, text } = await ask(server, { url: `/api/executions/${encodeURI(id)}` });
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 404,
      body: {
        success: false,
        error: {
          code: 'NOT_FOUND',
          message: `There is no execution '${decodeURI(encodeURI(id))}'.`,
        },
      },
    });
  },
);
