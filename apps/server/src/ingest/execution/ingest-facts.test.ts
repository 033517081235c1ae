import { FACT_LIMITS, INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { attackBodies } from '../../../test/load/attack-bodies.ts';
import {
  ask,
  dataOf,
  listExecutions,
  makeResult,
  makeUpload,
  post,
  readExecution,
  upload,
} from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const long = (character: string) => character.repeat(70_000);

it.each(['x', '語', '\u0001'])(
  'keeps an item of a list below 16 KB, with any facts of its shards in %j',
  async (character) => {
    const text = long(character);
    const key = `long ${character.codePointAt(0)}`;
    for (const index of [1, 2, 3]) {
      const environment = Object.fromEntries(
        Array.from({ length: 99 }, (_, at) => [`${index} ${at}`, text.slice(0, 10_000)]),
      );
      await upload(
        server,
        makeUpload({
          execution: {
            key,
            project: 'long',
            name: text,
            frameworkVersion: text,
            framework: character.repeat(200),
            reporter: { name: text, version: text },
            shard: { index, total: 3 },
            leg: `${index}${character.repeat(199)}`,
            git: {
              branch: text,
              commit: text,
              message: text,
              author: text,
              repository: text,
              baseBranch: text,
              baseCommit: text,
            },
            ci: {
              provider: text,
              runId: text,
              workflow: text,
              job: text,
              event: text,
              actor: text,
              url: text,
            },
            environment: { ...environment, name: 'staging' },
            tags: Array.from({ length: 300 }, (_, at) => `${index} ${at} ${text}`.slice(0, 3_000)),
          },
        }),
      );
    }
    const { items } = await listExecutions(server, '?project=long&limit=1');
    expect(items).toMatchObject([{ key, environment: { name: 'staging' } }]);
    expect(bytesOf(items[0])).toBeLessThan(16_384);
  },
);

it('limits tags to 200 characters and to 100 in total, and splits no character', async () => {
  const tags = Array.from({ length: 150 }, (_, index) => `tag ${index}`);
  const many = await upload(server, makeUpload({ execution: { tags } }));
  expect((await readExecution(server, many)).tags).toEqual(tags.slice(0, FACT_LIMITS.tags));
  const tag = `${'t'.repeat(199)}😀`;
  const one = await upload(server, makeUpload({ execution: { tags: [tag] } }));
  expect((await readExecution(server, one)).tags).toEqual([`${'t'.repeat(199)}\uFFFD`]);
});

it('keeps a test of a list small, with any title, file and tags', async () => {
  const result = makeResult({
    titlePath: Array.from({ length: 100 }, () => long('t')),
    file: long('f'),
    variant: long('v'),
    owner: long('o'),
    tags: Array.from({ length: 1_000 }, (_, index) => `${index} ${'t'.repeat(1_000)}`),
    annotations: Array.from({ length: 200 }, () => ({
      type: 'note',
      description: long('a').slice(0, 5_000),
    })),
  });
  const answer = await upload(
    server,
    makeUpload({ execution: { project: 'titles' }, results: [result] }),
  );
  const page = dataOf(await ask(server, { url: '/api/tests?project=titles' })) as {
    items: object[];
  };
  expect(page.items).toHaveLength(1);
  expect(bytesOf(page.items[0])).toBeLessThan(32_768);
  expect(bytesOf((await readExecution(server, answer)).results[0])).toBeLessThan(128 * 1024);
});

it('keeps the first errors of a run and counts those of any number of further shards', async () => {
  let executionId = '';
  for (const index of [1, 2, 3, 4]) {
    const shard = { index, total: 4 };
    const body = attackBodies.longRunErrors({ key: 'errors', shard }, 60);
    const answer = await post(server, body, { 'content-encoding': 'gzip' });
    ({ executionId } = dataOf(answer) as { executionId: string });
  }
  const detail = await readExecution(server, { executionId });
  expect(detail).toMatchObject({ status: 'failed', errorsOmitted: 4 * 60 - detail.errors.length });
  expect(detail.errors.length).toBeGreaterThan(0);
  expect(bytesOf(detail.errors)).toBeLessThanOrEqual(INGEST_LIMITS.runErrorsBytes);
}, 60_000);

it('keeps 100 short errors of a run, and drops duplicates only for a repeated part', async () => {
  const errors = Array.from({ length: 130 }, (_, index) => ({ message: `error ${index}` }));
  const body = makeUpload({ execution: { key: 'short', errors: errors.slice(0, 60) } });
  await upload(server, body);
  await upload(server, body);
  const merged = makeUpload({ execution: { key: 'short', merged: true, errors }, results: [] });
  const detail = await readExecution(server, await upload(server, merged));
  expect(detail.errors).toEqual(errors.slice(0, INGEST_LIMITS.runErrorsKept));
});

it('keeps the first errors and steps of an attempt, and reports how many it left out', async () => {
  const text = 'e'.repeat(60_000);
  const errors = Array.from({ length: 50 }, (_, index) => ({ message: `${index} ${text}` }));
  const inner = { title: 'inner', durationMs: 1 };
  const steps = Array.from({ length: 50 }, (_, index) => ({
    title: `${index} ${text}`,
    durationMs: 1,
    steps: [inner],
  }));
  const attempts = [{ status: 'failed' as const, durationMs: 1, errors, steps }];
  const body = makeUpload({ results: [makeResult({ status: 'failed', attempts })] });
  const [attempt] =
    (await readExecution(server, await upload(server, body))).results[0]?.attempts ?? [];
  for (const kept of [attempt?.errors ?? [], attempt?.steps ?? []]) {
    expect(bytesOf(kept)).toBeLessThan(INGEST_LIMITS.errorsBytes + 1_000);
    expect(kept.length).toBeGreaterThan(30);
  }
  expect(attempt?.errors.at(-1)?.message).toMatch(/^… \[\d+ errors cut by svc\] …$/);
  expect(attempt?.steps.at(-1)?.title).toMatch(/^… \[\d+ steps cut by svc\] …$/);
});

it.each([
  ['https://ci.test/runs/1', true],
  ['HTTP://ci.test', true],
  ['javascript:alert(1)', false],
  [' JavaScript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
  ['//ci.test/runs/1', false],
  ['java\nscript:https://ci.test', false],
])('keeps the address of a CI run only with http or https: %j', async (url, isKept) => {
  const ci = { provider: 'any', runId: '1', url };
  const first = await upload(server, makeUpload({ execution: { key: `first ${url}`, ci } }));
  const answer = await ask(server, { url: `/api/executions/${first.executionId}` });
  const { ci: stored } = dataOf(answer) as { ci: object };
  const expected = isKept ? ci : { provider: 'any', runId: '1' };
  expect(stored).toMatchObject(expected);
  expect(Object.hasOwn(stored, 'url')).toBe(isKept);
});
