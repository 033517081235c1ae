import { expect, it } from 'vitest';
import { EVENT_TYPES } from './event-types.ts';
import { EVENT_DATA, webhookBody } from '../webhooks/events.ts';
import { EVENT_EXAMPLES } from './event-examples.ts';

it.each(EVENT_TYPES)('shows data of %s as the contract has it', (type) => {
  const { url, ...data } = EVENT_EXAMPLES[type].data;
  expect(EVENT_DATA[type].parse(data)).toEqual(data);
  const body = { type, timestamp: new Date(0).toISOString(), data: { ...data, url } };
  expect(webhookBody.parse(body)).toEqual(body);
});

it('tells one story: every example of an execution has the same execution', () => {
  const executions = Object.values(EVENT_EXAMPLES).flatMap(({ data }) =>
    'executionId' in data ? [[data.executionId, data.number, data.project, data.branch]] : [],
  );
  expect(new Set(executions.map(String)).size).toBe(1);
});

it('names tests by ids of 32 hex digits', () => {
  const tests = Object.values(EVENT_EXAMPLES).flatMap(({ data }) =>
    'tests' in data ? [...data.tests] : [],
  );
  expect(tests).not.toEqual([]);
  expect(tests.filter(({ testId }) => !/^[0-9a-f]{32}$/.test(testId))).toEqual([]);
});

it('counts the results of the example completely', () => {
  const { tests, passed, failed, timedOut, skipped, interrupted } =
    EVENT_EXAMPLES['execution.completed'].data.totals;
  expect(passed + failed + timedOut + skipped + interrupted).toBe(tests);
});
