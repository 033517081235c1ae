import { deriveLabelFields, type LabelFields } from '@svc/analysis/verdicts/verdict-label';
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

/** The class and the candidates of an item of a list. */
function labelIn({ classification, candidates }: LabelFields): LabelFields {
  return { classification, candidates };
}

const NONE: LabelFields = { classification: null };

it.each([
  ['the class of a sure verdict', 'ENOSPC: no space left on device, write', 'INFRA'],
  ['the candidates of an unsure verdict', 'the till is closed', null],
] as const)('shows %s wherever the failure is listed', async (_what, message, expected) => {
  const base = await server.runResults(5, [makeRun('pays', '.'), makeRun('adds', '.')]);
  const head = await server.runResults(1, [makeFailure('pays', message), makeRun('adds', 'r')]);
  await analyzeAll(server);
  const analysis = await analysisOf(server, head);
  const [failure] = analysis.failures;
  const label = labelIn(deriveLabelFields(failure ?? expect.fail()));
  expect(label.classification).toBe(expected);
  expect(label.candidates?.length).toBe(expected === null ? 2 : undefined);
  const { testId, confidence } = failure ?? {};

  const detail = await readExecution(server, head);
  const classes = detail.results.map((result) => [
    result.title,
    labelIn(result),
    result.confidence,
  ]);
  expect(classes).toEqual([
    ['pays', label, confidence],
    ['adds', NONE, null],
  ]);
  expect(labelIn(detail)).toEqual(label);
  const listed = await listExecutions(server, `?project=${encodeURIComponent(server.project)}`);
  expect(listed.items.map(labelIn)).toEqual([label, NONE]);

  const summary = await call(server, server.apiKey, 'executions.summary', {
    id: head.executionId,
  });
  expect(summary.first.items.map((item) => [item.title, labelIn(item)])).toEqual([['pays', label]]);
  const result = await call(server, server.apiKey, 'executions.result', {
    id: head.executionId,
    resultId: summary.first.items[0]?.id ?? '',
  });
  expect([labelIn(result), result.confidence]).toEqual([label, confidence]);

  const compared = await get<Comparison>(
    `/api/compare?base=${base.executionId}&head=${head.executionId}`,
  );
  expect(compared.regressions.map(labelIn)).toEqual([label]);
  expect(compared.causes.regressions.items.map(labelIn)).toEqual([label]);
  expect(compared.newlyFlaky.map(labelIn)).toEqual([NONE]);
  expect(labelIn(compared.head)).toEqual(label);

  const project = encodeURIComponent(server.project);
  const groups = await get<{ items: LabelFields[] }>(`/api/failures?project=${project}`);
  expect(groups.items.map(labelIn)).toEqual([label]);
  expect((await server.items()).map(labelIn)).toEqual([label]);
  const test = await get<{ history: { items: LabelFields[] } }>(`/api/tests/${testId}`);
  expect(test.history.items.map(labelIn)).toEqual([label, NONE]);
  const analyses = await get<{ items: { testVerdict: LabelFields }[] }>(
    `/api/ci/analyses?testId=${testId}`,
  );
  expect(analyses.items.map(({ testVerdict }) => labelIn(testVerdict))).toEqual([label]);

  const listedAs = async (filter: string) => {
    const url = `/api/ci/analyses/${analysis.id}/failures?${filter}`;
    return (await get<{ items: unknown[] }>(url)).items.length;
  };
  expect([await listedAs('unsure=true'), await listedAs('unsure=false')]).toEqual(
    expected === null ? [1, 0] : [0, 1],
  );
  expect(await listedAs(`classification=${failure?.classification}`)).toBe(
    expected === null ? 0 : 1,
  );
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
  // This execution is not analysed yet.
  await server.runResults(0.5, [makeFailure('a', 'no till'), makeFailure('b', 'no truck')], {
    execution: { framework: 'jest' },
  });
  const [first, second] = await server.items();
  expect([first?.classification, second?.classification]).toEqual(['REAL_BUG', null]);
});
