import type { Analysis } from '@svc/contract/analysis/analyses';
import type { AttentionItem } from '@svc/contract/history/attention';
import type { Comparison } from '@svc/contract/executions/compare';
import type { Classification } from '@svc/contract/executions/outcomes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzeAll, correct } from '../../../test/scenes/analysing.ts';
import {
  makeAttendingApp,
  makeFailure,
  type AttendingApp,
} from '../../../test/scenes/attending.ts';
import { makeRun } from '../../../test/history.ts';
import { ask, dataOf, listExecutions, readExecution } from '../../../test/make.ts';
import { call } from '../../../test/procedures.ts';

let server: AttendingApp;
beforeAll(async () => {
  server = await makeAttendingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

async function get<Answer>(url: string): Promise<Answer> {
  return dataOf(await ask(server, { url })) as Answer;
}

function classesOf(items: readonly AttentionItem[]) {
  return items.map((item) => item.classification);
}

/** Corrects the class of a test's failure. */
async function say(
  { id, failures }: Analysis,
  title: string,
  classification: Classification,
): Promise<void> {
  const testId = failures.find((failure) => failure.title === title)?.testId;
  await correct(server, id, { classification, testId });
}

it('shows the class of a failure wherever the failure is listed', async () => {
  const base = await server.runResults(5, [makeRun('pays', '.'), makeRun('adds', '.')]);
  const head = await server.runResults(1, [
    makeFailure('pays', 'the till is closed'),
    makeRun('adds', 'r'),
  ]);
  await analyzeAll(server);
  const { classification, failures } = await analysisOf(server, head);
  const { testId, confidence } = failures[0] ?? {};

  const detail = await readExecution(server, head);
  const classes = detail.results.map((result) => [
    result.title,
    result.classification,
    result.confidence,
  ]);
  expect(classes).toEqual([
    ['pays', classification, confidence],
    ['adds', null, null],
  ]);
  expect(detail.classification).toBe(classification);
  const listed = await listExecutions(server, `?project=${encodeURIComponent(server.project)}`);
  expect(listed.items.map((item) => item.classification)).toEqual([classification, null]);

  const summary = await call(server, server.apiKey, 'executions.summary', {
    id: head.executionId,
  });
  expect(summary.first.items.map((item) => [item.title, item.classification])).toEqual([
    ['pays', classification],
  ]);
  const result = await call(server, server.apiKey, 'executions.result', {
    id: head.executionId,
    resultId: summary.first.items[0]?.id ?? '',
  });
  expect([result.classification, result.confidence]).toEqual([classification, confidence]);

  const compared = await get<Comparison>(
    `/api/compare?base=${base.executionId}&head=${head.executionId}`,
  );
  expect(compared.regressions.map((test) => test.classification)).toEqual([classification]);
  expect(compared.newlyFlaky.map((test) => test.classification)).toEqual([null]);
  expect(compared.head.classification).toBe(classification);

  const project = encodeURIComponent(server.project);
  const groups = await get<{ items: { classification: string | null }[] }>(
    `/api/failures?project=${project}`,
  );
  expect(groups.items.map((item) => item.classification)).toEqual([classification]);
  const test = await get<{ history: { items: { classification: string | null }[] } }>(
    `/api/tests/${testId}`,
  );
  expect(test.history.items.map((run) => run.classification)).toEqual([classification, null]);
});

it('shows what a person said at once in all lists', async () => {
  const head = await server.runResults(1, [makeFailure('pays', 'the till is closed')]);
  await analyzeAll(server);
  const analysis = await analysisOf(server, head);
  const said = analysis.classification === 'INFRA' ? 'HEALABLE' : 'INFRA';
  await say(analysis, 'pays', said);
  const detail = await readExecution(server, head);
  expect(detail.results.map((result) => [result.classification, result.confidence])).toEqual([
    [said, 1],
  ]);
  const project = encodeURIComponent(server.project);
  const groups = await get<{ items: { classification: string | null }[] }>(
    `/api/failures?project=${project}`,
  );
  expect(groups.items.map((item) => item.classification)).toEqual([said]);
  expect((await server.items()).map((item) => item.classification)).toEqual([said]);
});

it('orders attention by class, and leaves out known flakes', async () => {
  const head = await server.runResults(1, [
    makeFailure('a', 'no till'),
    makeFailure('b', 'no truck'),
    makeFailure('c', 'no network'),
    makeFailure('d', 'no luck'),
    makeFailure('e', 'no luck'),
  ]);
  await analyzeAll(server);
  const analysis = await analysisOf(server, head);
  await say(analysis, 'a', 'INFRA');
  await say(analysis, 'b', 'HEALABLE');
  await say(analysis, 'c', 'REAL_BUG');
  await say(analysis, 'd', 'KNOWN_FLAKE');
  expect(classesOf(await server.items())).toEqual(['REAL_BUG', 'HEALABLE', 'INFRA']);
  // Not analysed yet.
  await server.runResults(0.5, [makeFailure('a', 'no till'), makeFailure('b', 'no truck')], {
    execution: { framework: 'jest' },
  });
  const [first, second] = await server.items();
  expect([first?.classification, second?.classification]).toEqual(['REAL_BUG', null]);
});
