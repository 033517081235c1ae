import type { Execution } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { ask, listExecutions, makeResults, makeUpload, upload } from '../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-21T12:00:00Z'));
  await upload(server, BODY);
  await upload(
    server,
    makeUpload({ execution: { project: 'other', startedAt: '2026-11-20T09:00:00Z' } }),
  );
});
afterAll(() => server.close());

const BODY = makeUpload({
  execution: {
    project: 'shop/cart 🛒',
    name: 'unit_1%',
    framework: 'playwright',
    status: 'failed',
    startedAt: '2026-11-20T10:00:00.250+02:00',
    git: {
      branch: 'feature/50%_off',
      commit: '77E0A1C9F2B34D5566778899AABBCCDDEEFF0011',
      message: 'fix(cart): keep the "discount"',
      author: 'Ana Ejemplo',
    },
    ci: { pullRequest: 12 },
    environment: { name: 'staging' },
    tags: ['unit', "o'clock"],
  },
  results: makeResults('a'),
});

const list = (query: string) => listExecutions(server, `?${query}`);

const encoded = (query: Record<string, string>) => new URLSearchParams(query).toString();

describe.each<[string, Record<string, string>, Record<string, string>]>([
  ['project', { project: 'shop/cart 🛒' }, { project: 'shop' }],
  ['branch', { branch: 'feature/50%_off' }, { branch: 'feature/50%' }],
  ['framework', { framework: 'playwright' }, { framework: 'jest' }],
  ['environment', { environment: 'staging' }, { environment: 'prod' }],
  ['status', { status: 'failed' }, { status: 'interrupted' }],
  ['commit', { commit: '77e0A1c' }, { commit: '77e0a1d' }],
  [
    'whole commit',
    { commit: '77e0a1c9f2b34d5566778899aabbccddeeff0011' },
    { commit: '77e0a1c9f2b34d5566778899aabbccddeeff00112' },
  ],
  ['pullRequest', { pullRequest: '12' }, { pullRequest: '1' }],
  ['tag', { tag: "o'clock" }, { tag: 'uni' }],
  ['number', { number: '1', project: 'shop/cart 🛒' }, { number: '2', project: 'shop/cart 🛒' }],
  ['search in the name', { search: 'UNIT_1%' }, { search: 'unit%1' }],
  ['search in the branch', { search: '50%_o' }, { search: '5_%' }],
  ['search in the author', { search: 'ana ej' }, { search: 'barbara' }],
  ['search for a pull request', { search: 'PR 12' }, { search: 'PR 1' }],
  ['search for a pull request with a hash', { search: 'pr #12' }, { search: 'pr #120' }],
  ['search for a merge request', { search: '!12' }, { search: '!1' }],
  ['search for a number that is a pull request', { search: '#12' }, { search: '#13' }],
  ['search for a commit', { search: '77E0a1c' }, { search: '77e0a1d' }],
  ['search in the message', { search: 'the "disc' }, { search: String.raw`\"` }],
  [
    'from',
    { from: '2026-11-20T08:00:00.250Z', to: '2026-11-20T08:30Z' },
    { from: '2026-11-20T08:00:00.251Z', to: '2026-11-20T08:30Z' },
  ],
  [
    'to',
    { from: '2026-11-20', to: '2026-11-20T08:00:00.251Z' },
    { from: '2026-11-20', to: '2026-11-20T08:00:00.250Z' },
  ],
])('the filter %s', (_, matching, other) => {
  it('returns matching executions, and nothing without a match', async () => {
    const { items, nextCursor } = await list(encoded(matching));
    expect(items.map(({ project }) => project)).toEqual(['shop/cart 🛒']);
    expect(nextCursor).toBeNull();
    expect(await list(encoded(other))).toEqual({
      items: [],
      nextCursor: null,
      source: 'all',
      localProjects: [],
    });
  });
});

const numbers = async (search: string) =>
  (await list(encoded({ search }))).items.map(({ number }) => number);

it('finds executions of every project by their number, also without a hash', async () => {
  expect(await numbers('#1')).toEqual([1, 1]);
  expect(await numbers('1')).toEqual([1, 1]);
  expect(await numbers('PR 1')).toEqual([]);
  expect(await numbers('#999999999')).toEqual([]);
});

it('finds executions with all of several tags', async () => {
  const found = await list("tag=unit&tag=o'clock");
  expect(found.items.map(({ project }) => project)).toEqual(['shop/cart 🛒']);
  expect((await list('tag=unit&tag=nightly')).items).toEqual([]);
  expect((await list('tag=unit&tag=%00')).items).toEqual([]);
});

it('accepts several statuses, and returns everything of the last 30 days without a filter', async () => {
  expect((await list('status=failed&status=passed')).items).toHaveLength(2);
  expect((await list('')).items.map(({ project }) => project)).toEqual(['other', 'shop/cart 🛒']);
  expect((await list('to=2026-12-31')).items).toEqual([]);
});

const KNOWN =
  'There are project, branch, framework, environment, source, from, to, status, commit, pullRequest, tag, number, search, speaking, limit and cursor';

it.each<[string, string, string]>([
  ['statu=failed', 'statu', `Unknown parameter. Did you mean \`status\`? ${KNOWN}`],
  ['constructor=x', 'constructor', `Unknown parameter. ${KNOWN}`],
  ['__proto__=x', '__proto__', 'Unknown parameter'],
  ['branch=', 'branch', 'Is empty'],
  ['tag=&statu=x', 'tag', 'Is empty'],
  ['limit=', 'limit', 'Is empty'],
  ['project=a&project=b', 'project', 'Expected one value, received 2'],
  ['limit=5&limit=7', 'limit', 'Expected one value, received 2'],
  ['status=ok', 'status.0', 'Expected running, passed, failed or interrupted'],
  ['limit=0', 'limit', 'Too small: expected number to be >=1'],
  ['limit=101', 'limit', 'Too big: expected number to be <=100'],
  ['limit=ten', 'limit', 'Invalid input: expected number, received NaN'],
  ['number=1', 'number', 'A number goes with a project: add `project`'],
  ['commit=77e0a1', 'commit', 'Expected at least the first 7 digits of a commit'],
  [
    'from=2026-02-30',
    'from',
    'Expected a date such as 2026-11-21 or a date-time such as 2026-11-21T09:30:00Z',
  ],
  [
    'from=yesterday',
    'from',
    'Expected a date such as 2026-11-21 or a date-time such as 2026-11-21T09:30:00Z',
  ],
  ['from=2026-11-20&to=2026-11-20', 'from', 'Must lie before `to`'],
  [
    'cursor=abc',
    'cursor',
    'Not a cursor of this list; take it from `nextCursor` of the page before',
  ],
  [
    `cursor=${cursorOf({ startedAt: '2026-11-20 (x)' })}`,
    'cursor',
    'Not a cursor of this list; take it from `nextCursor` of the page before',
  ],
  [
    `cursor=${cursorOf({ startedAt: '+275760-09-13T00:00:00.000Z' })}`,
    'cursor',
    'Not a cursor of this list; take it from `nextCursor` of the page before',
  ],
  [
    `cursor=${cursorOf(null)}`,
    'cursor',
    'Not a cursor of this list; take it from `nextCursor` of the page before',
  ],
])('refuses %s and names the parameter', async (query, path, message) => {
  const { status, text } = await ask(server, { url: `/api/executions?${query}` });
  const { error } = JSON.parse(text) as { error: { code: string; details: unknown[] } };
  expect({ status, code: error.code, detail: error.details[0] }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
    detail: { path, message },
  });
});

function cursorOf(position: object | null): string {
  const id = '00000000-0000-7000-8000-000000000000';
  return Buffer.from(JSON.stringify(position && { id, ...position })).toString('base64url');
}

it('returns pages of any size that add up to the whole list, while new executions arrive', async () => {
  // Many executions with equal times, so that the id breaks ties.
  const times = Array.from({ length: 30 }, (_, index) => `2026-11-19T1${index % 3}:00:00.000Z`);
  for (const startedAt of times)
    await upload(server, makeUpload({ execution: { project: 'pages', startedAt } }));
  const whole = await list('project=pages&limit=100');
  const ids = whole.items.map(({ id }) => id);
  expect(whole.items.map(({ startedAt }) => startedAt)).toEqual(times.toSorted().toReversed());
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 31 }), fc.nat(3), async (limit, arrivals) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page<Execution> = await list(
          `project=pages&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        for (let arrival = 0; arrival < arrivals; arrival++) {
          await upload(
            server,
            makeUpload({ execution: { project: 'pages', startedAt: '2026-11-20T00:00:00Z' } }),
          );
        }
      }
      const known = seen.filter((id) => ids.includes(id));
      expect(known).toEqual(ids);
      expect(new Set(seen).size).toBe(seen.length);
      await server.scope.query(
        `UPDATE executions SET number = NULL
         WHERE organization_id = $1 AND started_at = '2026-11-20T00:00:00Z'`,
        [server.organizationId],
      );
    }),
    { numRuns: 20 },
  );
});
