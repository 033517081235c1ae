import { afterAll, beforeAll, describe } from 'vitest';
import { makeApp, type TestApp } from '../app.ts';
import { settle, upload } from '../make.ts';
import { ALL_ANSWERS } from './all-answers.ts';
import { askServer } from './ask-server.ts';
import { named, type Asker } from './asker.ts';
import { handMadeUploads } from './uploads.ts';

let server: TestApp;
/** Names of executions by their ids. */
const names = new Map<string, string>();

beforeAll(async () => {
  server = await makeApp();
  // Soon after the last execution: since when a test fails on a branch is answered from its last 90 days.
  server.setNow(new Date('2026-12-15T12:00:00Z'));
  for (const { name, body } of handMadeUploads()) {
    names.set((await upload(server, body)).executionId, name);
  }
  await settle(server);
});
afterAll(async () => {
  server.setNow(null);
  await server.close();
});

describe.each(ALL_ANSWERS)('the server answers the hand-made %s:', (_, hold) => {
  hold(asker);
});

/** Answers name executions, and questions may. */
function asker(): Asker {
  const asked = askServer(server, 3);
  return {
    metrics: async (query) => named(await asked.metrics(query), names),
    trends: async (query) => named(await asked.trends(query), names),
    flakyTests: async (query) => named(await asked.flakyTests(query), names),
    tests: async (query) => named(await asked.tests(query), names),
    failures: async (query) => named(await asked.failures(query), names),
    test: async (testId, query) => named(await asked.test(testId, query), names),
    compare: async ({ base, head, ...query }) =>
      named(await asked.compare({ ...query, base: idOf(base), head: idOf(head) }), names),
  };
}

function idOf(name = ''): string {
  return [...names].find(([, one]) => one === name)?.[0] ?? name;
}
