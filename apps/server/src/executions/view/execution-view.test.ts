import type {
  ExecutionSummary,
  ResultDetail,
  ResultRow,
  ResultRowPage,
} from '@svc/contract/executions/execution-view';
import type { ExecutionFile } from '@svc/contract/executions/executions';
import type { IngestAttempt } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { ask, makeResult, makeUpload, settle, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

type From = Pick<TestApp, 'app' | 'apiKey'>;

async function call<Data>(procedure: string, input: object, from: From = server): Promise<Data> {
  const { status, text } = await asked(procedure, input, from);
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return (JSON.parse(text) as { result: { data: Data } }).result.data;
}

function asked(procedure: string, input: object, from: From = server) {
  const url = `/trpc/executions.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return ask(from, { url });
}

async function everyRow(input: object): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  let cursor: string | undefined;
  do {
    const page: ResultRowPage = await call('rows', { ...input, cursor });
    rows.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const ERROR = [{ message: 'Expected 1, received 2' }];
const FLAKY = {
  status: 'passed' as const,
  attempts: [
    { status: 'failed', durationMs: 5, errors: ERROR },
    { status: 'passed', durationMs: 2 },
  ] as [IngestAttempt, IngestAttempt],
};

describe('the rows', () => {
  let id: string;
  beforeAll(async () => {
    const endings = [
      { status: 'passed' as const },
      { status: 'skipped' as const },
      FLAKY,
      { status: 'interrupted' as const },
      { status: 'timedOut' as const },
      {
        status: 'failed' as const,
        attempts: [{ status: 'failed' as const, durationMs: 1, errors: ERROR }],
      },
    ];
    const results = Array.from({ length: 1_200 }, (_, index) =>
      makeResult({
        titlePath: ['cart', `case ${index}`],
        file: index % 2 === 0 ? 'src/even.test.ts' : 'src/odd.test.ts',
        line: index + 1,
        ...endings[index % endings.length],
      }),
    );
    ({ executionId: id } = await upload(server, makeUpload({ results })));
  });

  it('come failures first, each once, in pages of any size', async () => {
    const rows = await everyRow({ id, limit: 700 });
    const kinds = rows.map(({ status, flaky }) => (flaky ? 'flaky' : status));
    expect(new Set(rows.map((row) => row.id)).size).toBe(1_200);
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1]).filter(isNotFailure)).toEqual([
      'interrupted',
      'flaky',
      'passed',
      'skipped',
    ]);
    expect(kinds.slice(0, 400).every((kind) => !isNotFailure(kind))).toBe(true);
    expect(await everyRow({ id, limit: 1_000 })).toEqual(rows);
  });

  it.each([
    ['failed', 400],
    ['flaky', 200],
    ['interrupted', 200],
    ['skipped', 200],
    ['passed', 400],
    ['all', 1_200],
  ])('of the tab %s are as many as the summary counts', async (tab, expected) => {
    const { counts } = await call<ExecutionSummary>('summary', { id });
    expect(counts).toMatchObject({ [tab]: expected });
    expect(await everyRow({ id, tab })).toHaveLength(expected);
  });

  it('hold what the result holds, and the pattern of its fingerprint', async () => {
    const page = await call<ResultRowPage>('rows', { id, tab: 'failed', search: 'case 5' });
    const [row] = page.items.filter(({ title }) => title === 'case 5');
    expect(row).toEqual({
      id: expect.any(String) as string,
      testId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      title: 'case 5',
      titlePath: ['cart', 'case 5'],
      file: 'src/odd.test.ts',
      line: 6,
      variant: null,
      status: 'failed',
      flaky: false,
      durationMs: 4,
      fingerprint: expect.stringMatching(/^fp2:[0-9a-f]{32}$/) as string,
      classification: null,
      confidence: null,
      part: null,
    });
    expect(page.patterns[row?.fingerprint ?? '']?.pattern).toContain('Expected');
  });

  it('are found by title and by file', async () => {
    expect((await everyRow({ id, search: 'cart › case 1199' })).map(({ title }) => title)).toEqual([
      'case 1199',
    ]);
    expect(await everyRow({ id, search: 'EVEN.test' })).toHaveLength(600);
    expect(await everyRow({ id, search: '%' })).toEqual([]);
  });

  it('are not listed from a cursor that this list did not give', async () => {
    for (const cursor of ['x', Buffer.from('{"rank":"0","id":1}').toString('base64url')]) {
      expect((await asked('rows', { id, cursor })).status).toBe(400);
    }
  });
});

const baseOf = async ({ executionId }: { executionId: string }) =>
  (await call<ExecutionSummary>('summary', { id: executionId })).base;

describe('the summary', () => {
  it('has the neighbours on the branch and the last good execution that speaks for it', async () => {
    const ci = { provider: 'github', runId: '1', runAttempt: 1 };
    const run = (hoursAgo: number, facts: object) =>
      upload(
        server,
        makeUpload({
          execution: {
            project: 'branches',
            name: 'e2e',
            startedAt: timeBefore(hoursAgo),
            git: { branch: 'main', commit: 'a'.repeat(39) + String(hoursAgo), dirty: false },
            ci: { ...ci, runId: String(hoursAgo) },
            ...facts,
          },
        }),
      );
    const good = await run(9, {});
    const dirty = await run(8, { git: { branch: 'main', commit: 'b'.repeat(40), dirty: true } });
    await run(7, { name: 'unit' });
    await run(7, { git: { branch: 'other', commit: 'c'.repeat(40), dirty: false } });
    const failed = await run(6, { status: 'failed' });
    const later = await run(5, {});
    const summary = await call<ExecutionSummary>('summary', { id: failed.executionId });
    expect({
      previous: summary.previous?.id,
      next: summary.next?.id,
      lastGood: summary.lastGood,
    }).toEqual({
      previous: dirty.executionId,
      next: later.executionId,
      lastGood: { id: good.executionId, number: good.number, commit: `${'a'.repeat(39)}9` },
    });
    expect((await call<ExecutionSummary>('summary', { id: good.executionId })).lastGood).toBeNull();
    expect(summary.base).toBeNull();
  });

  it('names the execution of the base branch that shows what a change did', async () => {
    const project = 'pull-requests';
    const run = (hour: number, branch: string, git: object = {}) =>
      upload(
        server,
        makeUpload({
          execution: {
            project,
            startedAt: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
            git: { branch, commit: String(hour).padStart(40, 'a'), ...git },
            ci: { provider: 'github', runId: String(hour) },
          },
        }),
      );
    const old = await run(2, 'main');
    const newest = await run(3, 'main');
    await settle(server);
    expect(await baseOf(await run(1, 'early'))).toBeNull();
    const named = ({ executionId, number }: typeof old, hour: number, branch = 'main') => ({
      id: executionId,
      number,
      commit: String(hour).padStart(40, 'a'),
      branch,
    });
    expect(await baseOf(await run(5, 'fix'))).toEqual(named(newest, 3));
    const baseCommit = String(2).padStart(40, 'a');
    const based = await run(6, 'fix', { baseBranch: 'main', baseCommit });
    expect(await baseOf(based)).toEqual(named(old, 2));
    expect(await baseOf(await run(7, 'fix', { baseBranch: 'none' }))).toBeNull();
    expect(await baseOf(await run(8, 'main'))).toBeNull();
  });

  it('has the errors of the run, the files that failed to load, and how many more there are', async () => {
    const files = Array.from({ length: 130 }, (_, index) => ({
      file: `src/${index}.test.ts`,
      durationMs: 1,
      ...(index === 0 ? {} : { errors: [{ message: `no module ${index}` }] }),
    }));
    const errors = [{ message: 'coverage is too low' }];
    const { executionId } = await upload(server, makeUpload({ execution: { errors }, files }));
    const summary = await call<ExecutionSummary>('summary', { id: executionId });
    expect(summary.errors).toEqual(errors);
    expect(summary.brokenFiles.items).toHaveLength(100);
    expect(summary.brokenFiles.omitted).toBe(29);
    expect(summary.brokenFiles.items[0]).toEqual({
      file: 'src/1.test.ts',
      variant: null,
      durationMs: 1,
      errors: [{ message: 'no module 1' }],
    });
  });
});

it.each([
  ['failed', { status: 'failed' as const }, {}],
  ['all', FLAKY, {}],
  ['failed', FLAKY, { errors: ERROR }],
])('the summary begins with the rows of the tab %s', async (tab, ending, execution) => {
  const results = [makeResult({ titlePath: ['ok'] }), makeResult({ titlePath: ['x'], ...ending })];
  const { executionId } = await upload(server, makeUpload({ execution, results }));
  const { first } = await call<ExecutionSummary>('summary', { id: executionId });
  const { nextCursor, items, patterns } = await call<ResultRowPage>('rows', {
    id: executionId,
    tab,
  });
  expect(first).toEqual({ tab, nextCursor, items, patterns });
});

it('has the output of one test file, which belongs to no test', async () => {
  const files = [
    { file: 'a.test.ts', durationMs: 1, stdout: 'of a', stderr: 'warned' },
    { file: 'b.test.ts', durationMs: 1, stdout: 'of b' },
  ];
  const { executionId } = await upload(server, makeUpload({ files }));
  const { items } = await call<{ items: ExecutionFile[] }>('files', {
    id: executionId,
    file: 'a.test.ts',
  });
  expect(items.map(({ file, stdout, stderr }) => [file, stdout, stderr])).toEqual([
    ['a.test.ts', 'of a', 'warned'],
  ]);
  const all = await call<{ items: ExecutionFile[] }>('files', { id: executionId });
  expect(all.items).toHaveLength(2);
  const none = await call<{ items: ExecutionFile[] }>('files', { id: executionId, file: 'c' });
  expect(none.items).toEqual([]);
});

describe('a result', () => {
  let id: string;
  let rows: ResultRow[];
  beforeAll(async () => {
    const long = 'x'.repeat(200_000);
    const results = [
      makeResult({
        titlePath: ['a'],
        status: 'failed',
        attempts: Array.from({ length: 300 }, (_, index) => ({
          status: 'failed' as const,
          durationMs: index,
          errors: ERROR,
          stdout: `${index} ${long}`,
        })),
        artifacts: [
          {
            clientId: '1',
            name: 'a.png',
            kind: 'screenshot',
            contentType: 'image/png',
            sizeBytes: 3,
            attempt: 2,
          },
        ],
      }),
      makeResult({ titlePath: ['b'] }),
    ];
    ({ executionId: id } = await upload(server, makeUpload({ results })));
    rows = await everyRow({ id });
  });

  it('has all its attempts by name, the texts of the last one, and its artifacts', async () => {
    const detail = await call<ResultDetail>('result', { id, resultId: rows[0]?.id });
    expect(detail.attempts.map(({ index }) => index)).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
    expect(detail.isSameError).toBe(true);
    expect(detail.attempt).toMatchObject({ index: 300, durationMs: 299, errors: ERROR });
    expect(detail.attempt.stdout?.startsWith('299 xxx')).toBe(true);
    expect(detail.artifacts.map(({ name, state, attempt }) => ({ name, state, attempt }))).toEqual([
      { name: 'a.png', state: 'pending', attempt: 2 },
    ]);
    // 300 attempts hold 60 MB.
    expect(JSON.stringify(detail).length).toBeLessThan(400_000);
  });

  it.each([
    ['two that failed alike', [ERROR, ERROR], true],
    ['one that failed without an error', [ERROR, ERROR, undefined], false],
    ['only one that failed', [ERROR], false],
  ])(
    'says whether all failed attempts had the same error: %s',
    async (_name, failures, expected) => {
      const attempts = failures.map((errors) => ({
        status: 'timedOut' as const,
        durationMs: 1,
        ...(errors === undefined ? {} : { errors }),
      }));
      const results = [makeResult({ status: 'timedOut', attempts })];
      const { executionId } = await upload(server, makeUpload({ results }));
      const [row] = await everyRow({ id: executionId });
      const detail = await call<ResultDetail>('result', { id: executionId, resultId: row?.id });
      expect(detail.isSameError).toBe(expected);
    },
  );

  it('has the texts of any attempt on request', async () => {
    const input = { id, resultId: rows[0]?.id, attempt: 7 };
    const { attempt } = await call<ResultDetail>('result', input);
    expect(attempt).toMatchObject({ index: 7, durationMs: 6 });
    expect(attempt.stdout?.startsWith('6 xxx')).toBe(true);
  });

  it('that is flaky has the texts of its last failed attempt', async () => {
    const [failed, passed] = FLAKY.attempts;
    const attempts = [failed, { status: 'interrupted' as const, durationMs: 1 }, passed];
    const results = [makeResult({ titlePath: ['flaky'], status: 'passed', attempts })];
    const { executionId } = await upload(server, makeUpload({ results }));
    const [row] = await everyRow({ id: executionId });
    const detail = await call<ResultDetail>('result', { id: executionId, resultId: row?.id });
    expect(detail.attempt).toMatchObject({ index: 1, status: 'failed', errors: ERROR });
    expect(detail.attempts).toHaveLength(3);
  });

  it('without stored attempts has the one that it ended with', async () => {
    const detail = await call<ResultDetail>('result', { id, resultId: rows[1]?.id });
    expect(detail).toMatchObject({
      title: 'b',
      attempts: [{ index: 1, status: 'passed', durationMs: 4 }],
      attempt: { index: 1, errors: [], steps: [], stdout: null },
      isSameError: false,
      artifacts: [],
    });
  });

  it('is not found for another execution, another attempt or no id', async () => {
    const { executionId } = await upload(server, makeUpload());
    const resultId = rows[1]?.id;
    const inputs = [
      { id: executionId, resultId },
      { id, resultId, attempt: 2 },
      { id, resultId: rows[0]?.id, attempt: 301 },
      { id, resultId: 'x' },
    ];
    const statuses = inputs.map(async (input) => (await asked('result', input)).status);
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
  });
});

it('says to another organization the same as for ids that do not exist', async () => {
  const { executionId } = await upload(server, makeUpload());
  const [row] = await everyRow({ id: executionId });
  const other = { app: server.app, ...(await server.makeOrganization('Stranger')) };
  const none = '01990000-0000-7000-8000-000000000000';
  for (const [procedure, rest] of [
    ['summary', {}],
    ['rows', {}],
    ['result', { resultId: row?.id }],
  ] as const) {
    const theirs = await asked(procedure, { id: executionId, ...rest }, other);
    const nothing = await asked(procedure, { id: none, ...rest }, other);
    expect({ procedure, status: theirs.status }).toEqual({ procedure, status: 404 });
    expect(theirs.text).toBe(nothing.text.replaceAll(none, executionId));
  }
});

function isNotFailure(kind: string): boolean {
  return kind !== 'failed' && kind !== 'timedOut';
}
