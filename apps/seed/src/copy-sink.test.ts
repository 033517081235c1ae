import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import { testId } from '@svc/contract/zod-free/test-identity';
import {
  analyzeDueExecutions,
  reportTestNews,
  reviewDueExecutions,
  settleExecutions,
} from '@svc/server/operations';
import { makeOwnApp, type TestApp } from '@svc/server/test/app.ts';
import { inDays } from '@svc/server/test/clock.ts';
import { listExecutions, readExecution, settle } from '@svc/server/test/make.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyHistory } from './copy-sink.ts';
import { generateHistory } from './generate-history.ts';
import { SeedError } from './seed-error.ts';
import { sendHistory } from './send-history.ts';

// Inside of what the server takes for a plausible past.
const END = new Date('2026-11-15T12:00:00Z');

const history = generateHistory({ seed: 5, results: 3_000, tests: 80, projects: 2, end: END });

let uploaded: TestApp;
let copied: TestApp;
let url: string;

beforeAll(async () => {
  [uploaded, copied] = await Promise.all([
    makeOwnApp({ because: 'compares the tables of two databases' }),
    makeOwnApp({ because: 'compares the tables of two databases' }),
  ]);
  url = await uploaded.listen();
  await sendHistory(history.executions, { url, apiKey: uploaded.apiKey });
  await copyHistory(history, { databaseUrl: copied.deps.config.databaseUrl ?? '' });
});

function rethrow(error: unknown): never {
  throw error;
}

afterAll(async () => {
  await Promise.all([uploaded?.close(), copied?.close()]);
});

it('leaves the executions that uploads leave, page for page', async () => {
  const executions = await allExecutions(copied);
  expect(executions).toHaveLength(history.truth.executions.length);
  expect(executions.map(withoutIds)).toContainEqual(
    expect.objectContaining({ attempt: 2, previousAttemptId: 'another' }),
  );
  expect(executions.map(withoutIds)).toEqual((await allExecutions(uploaded)).map(withoutIds));
});

it('leaves the results that uploads leave, with their attempts and files', async () => {
  const ofUploads = await allExecutions(uploaded);
  for (const [index, { id }] of (await allExecutions(copied)).entries()) {
    const [one, other] = await Promise.all([
      readExecution(copied, { executionId: id }),
      readExecution(uploaded, { executionId: ofUploads[index]?.id ?? '' }),
    ]);
    expect(withoutResultIds(one)).toEqual(withoutResultIds(other));
  }
});

it('tells which parts ran the same code, as uploads do', async () => {
  const [ofCopy, ofUploads] = await Promise.all(
    [copied, uploaded].map(({ deps }) =>
      deps.database.query(
        `SELECT execution_uploads.group_id::text AS places,
                count(*)::integer AS parts,
                count(execution_uploads.same_code)::integer AS "partsOfACommit",
                dense_rank() OVER (ORDER BY min(executions.started_at)) AS at
         FROM execution_uploads
         JOIN executions
           ON executions.organization_id = execution_uploads.organization_id
           AND executions.id = execution_uploads.execution_id
         GROUP BY execution_uploads.group_id, execution_uploads.same_code
         ORDER BY at, places`,
      ),
    ),
  );
  expect(ofCopy).toEqual(ofUploads);
  expect(ofCopy).toContainEqual(expect.objectContaining({ parts: 2, partsOfACommit: 2 }));
});

it('is no news: a server that runs on it for a day writes no event', async () => {
  await settle(copied);
  copied.setNow(inDays(1));
  await reviewDueExecutions(copied.deps, rethrow);
  await settleExecutions(copied.deps);
  copied.setNow(null);
  await reportTestNews(copied.deps);
  await analyzeDueExecutions(copied.deps, rethrow);
  const [waiting] = await copied.deps.database.query(
    `SELECT (SELECT count(*)::integer FROM outbox) AS events,
            (SELECT count(*)::integer FROM test_news) AS news,
            (SELECT count(*)::integer FROM due_analyses WHERE is_news) AS analyses`,
  );
  expect(waiting).toEqual({ events: 0, news: 0, analyses: 0 });
});

it('counts as stored what uploads count', async () => {
  const [ofCopy, ofUploads] = await Promise.all(
    [copied, uploaded].map(({ deps }) =>
      deps.database.query('SELECT sum(results)::integer AS results FROM organization_usage'),
    ),
  );
  expect(ofCopy).toEqual(ofUploads);
  expect(ofCopy).not.toEqual([{ results: 0 }]);
});

it('has one fingerprint for each cause of the truth', async () => {
  const failures = new Map(
    [...history.executions].map((execution) => [execution.truth.key, execution.failures]),
  );
  const pairs = new Set<string>();
  for (const { id, key } of await allExecutions(copied)) {
    const { project, results } = await readExecution(copied, { executionId: id });
    for (const { testId: ofTest, fingerprint } of results) {
      if (fingerprint === null) continue;
      const failure = failures
        .get(key)
        ?.findLast(({ test }) => test !== null && testId(test) === ofTest);
      pairs.add(`${project} ${failure?.cause} ${fingerprint}`);
    }
  }
  const split = [...pairs].map((pair) => pair.split(' '));
  expect(split.length).toBeGreaterThan(10);
  expect(new Set(split.map(([project, cause]) => `${project} ${cause}`)).size).toBe(split.length);
  expect(new Set(split.map(([project, , print]) => `${project} ${print}`)).size).toBe(split.length);
});

it('goes on counting where the copied executions end', async () => {
  const rows = await copied.deps.database.query<{ last: number; executions: number }>(
    `SELECT last_execution_number AS last, count(*)::integer AS executions
     FROM projects JOIN executions ON executions.organization_id = projects.organization_id AND executions.project_id = projects.id
     GROUP BY projects.id, last_execution_number`,
  );
  expect(rows).toHaveLength(2);
  for (const { last, executions } of rows) expect(last).toBe(executions);
});

it('refuses to copy what is there already and leaves everything as it was', async () => {
  const before = await allExecutions(copied);
  const again = copyHistory(history, { databaseUrl: copied.deps.config.databaseUrl ?? '' });
  await expect(again).rejects.toThrow(SeedError);
  expect(await allExecutions(copied)).toEqual(before);
});

it('changes nothing when the same history is sent again', async () => {
  const before = await allExecutions(uploaded);
  const sent = await sendHistory(history.executions, { url, apiKey: uploaded.apiKey });
  expect(sent.uploads).toBe([...history.executions].flatMap(({ bodies }) => bodies).length);
  expect(await allExecutions(uploaded)).toEqual(before);
});

it('rejects when the database ends its connection, as when it stops', async () => {
  const { databaseUrl } = copied.deps.config;
  const other = generateHistory({ seed: 6, results: 3_000, tests: 80, projects: 2, end: END });
  let ending: Promise<unknown> | undefined;
  const endConnection = () => {
    ending ??= copied.deps.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'svc-seed' AND datname = current_database()`,
    );
  };
  const copying = copyHistory(other, { databaseUrl: databaseUrl ?? '', onCopied: endConnection });
  await expect(copying).rejects.toThrow(/terminating connection|Connection terminated/);
  await ending;
});

async function allExecutions(from: TestApp): Promise<Execution[]> {
  const executions: Execution[] = [];
  for (let cursor = ''; ;) {
    const query = `?from=2026-01-01&to=2026-11-16&limit=100${cursor && `&cursor=${cursor}`}`;
    const page = await listExecutions(from, query);
    executions.push(...page.items);
    if (page.nextCursor === null) return executions;
    cursor = page.nextCursor;
  }
}

function withoutIds(row: Execution): Execution {
  return { ...row, ...NO_IDS, previousAttemptId: row.previousAttemptId && 'another' };
}

const NO_IDS = { id: '', url: '' };

function withoutResultIds(detail: ExecutionDetail): ExecutionDetail {
  const results = detail.results.map((result) => ({ ...result, id: '' }));
  return { ...detail, ...withoutIds(detail), results };
}
