import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ComparingApp,
  makeBrokenFile,
  makeComparingApp,
  titlesOf,
} from '../../test/scenes/comparing.ts';
import { makeRun } from '../../test/history.ts';
import { ask, makeResult } from '../../test/make.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

const LETTERS = {
  passed: '.',
  flaky: 'r',
  failed: 'f',
  timedOut: 't',
  skipped: 's',
  interrupted: 'i',
} as const;

it('puts every pair of outcomes into the list that the definitions name', async () => {
  const words = [...Object.keys(LETTERS), 'none'] as (keyof typeof LETTERS | 'none')[];
  const pairs = words.flatMap((base) => words.map((head) => ({ base, head })));
  const side = (name: 'base' | 'head') =>
    pairs.flatMap((pair) => {
      const word = pair[name];
      return word === 'none' ? [] : [makeRun(`${pair.base} → ${pair.head}`, LETTERS[word])];
    });
  const base = await server.run({ hoursAgo: 2, results: side('base') });
  const head = await server.run({ results: side('head') });
  const comparison = await server.compare({ base, head });
  expect(titlesOf(comparison)).toMatchInlineSnapshot(`
    {
      "improvements": [
        "failed → flaky",
        "failed → passed",
        "timedOut → flaky",
        "timedOut → passed",
      ],
      "newTests": [
        "interrupted → failed",
        "interrupted → timedOut",
        "none → failed",
        "none → timedOut",
        "skipped → failed",
        "skipped → timedOut",
        "none → flaky",
        "none → interrupted",
        "none → passed",
        "none → skipped",
      ],
      "newlyFlaky": [
        "passed → flaky",
      ],
      "notRun": [
        "failed → interrupted",
        "flaky → interrupted",
        "passed → interrupted",
        "timedOut → interrupted",
      ],
      "regressions": [
        "flaky → failed",
        "flaky → timedOut",
        "passed → failed",
        "passed → timedOut",
      ],
      "removedTests": [
        "failed → none",
        "flaky → none",
        "interrupted → none",
        "passed → none",
        "skipped → none",
        "timedOut → none",
      ],
      "stillFailing": [
        "failed → failed",
        "failed → timedOut",
        "timedOut → failed",
        "timedOut → timedOut",
      ],
    }
  `);
  const { durationDeltaMs, durationDeltaRate, newFailing, ...counts } = comparison.summary;
  expect({ durationDeltaMs, durationDeltaRate, newFailing }).toEqual({
    durationDeltaMs: 0,
    durationDeltaRate: 0,
    newFailing: 6,
  });
  const lengths = Object.entries(titlesOf(comparison)).map(([name, list]) => [name, list.length]);
  expect(counts).toMatchObject(Object.fromEntries(lengths));
});

it('reports where a regression is and how it failed', async () => {
  const test = {
    titlePath: ['cart', 'checkout', 'keeps the discount'],
    line: 80,
    variant: 'web',
    owner: '@cart',
  };
  const base = await server.run({ hoursAgo: 2, results: [makeResult(test)] });
  const errors = [
    { message: 'AssertionError: expected 90 to be 100', diff: '- 100\n+ 90' },
    { message: 'a second one' },
  ];
  const head = await server.run({
    results: [
      makeResult({
        ...test,
        line: 88,
        owner: '@shop',
        status: 'failed',
        durationMs: 50,
        attempts: [
          { status: 'failed', durationMs: 20, errors: [{ message: 'the first attempt' }] },
          { status: 'failed', durationMs: 30, errors },
        ],
      }),
    ],
  });
  expect((await server.compare({ base, head })).regressions).toEqual([
    {
      testId: expect.stringMatching(/^[0-9a-f]{32}$/),
      title: 'keeps the discount',
      titlePath: ['cart', 'checkout', 'keeps the discount'],
      file: 'src/cart.test.ts',
      line: 88,
      variant: 'web',
      owner: '@shop',
      base: { resultId: expect.any(String), status: 'passed', flaky: false, durationMs: 4 },
      head: { resultId: expect.any(String), status: 'failed', flaky: false, durationMs: 30 },
      error: errors[0],
      fingerprint: expect.stringMatching(/^fp2:[0-9a-f]{32}$/),
      classification: null,
      baseFrom: null,
      retries: 1,
    },
  ]);
});

it('compares the example of the command line', async () => {
  const durationsMs = (exportMs: number, importMs: number) => [
    at('src/report.test.ts', 12, ['report', 'exports 10,000 rows'], { durationMs: exportMs }),
    at('src/report.test.ts', 30, ['report', 'imports'], { durationMs: importMs }),
  ];
  const base = await server.run({
    hoursAgo: 2,
    execution: { durationMs: 168_000 },
    results: [
      at('src/cart.test.ts', 131, ['cart', 'totals', 'rounds half up']),
      at('src/cart.test.ts', 88, ['cart', 'checkout', 'keeps the discount']),
      at('src/login.test.ts', 9, ['login', 'remembers the device'], broken('no cookie')),
      at('src/search.test.ts', 40, ['search', 'suggests as you type']),
      ...durationsMs(1_200, 310),
      at('src/admin.test.ts', 5, ['admin', 'lists users']),
    ],
  });
  const head = await server.run({
    execution: { durationMs: 200_000, status: 'failed', git: { branch: 'fix-cart' } },
    files: [makeBrokenFile('src/admin.test.ts')],
    results: [
      at(
        'src/cart.test.ts',
        131,
        ['cart', 'totals', 'rounds half up'],
        broken('expected 90 to be 100'),
      ),
      at(
        'src/cart.test.ts',
        88,
        ['cart', 'checkout', 'keeps the discount'],
        broken('expected 90 to be 100'),
      ),
      at('src/login.test.ts', 9, ['login', 'remembers the device']),
      at('src/search.test.ts', 40, ['search', 'suggests as you type'], {
        attempts: [
          { status: 'timedOut', durationMs: 5_000, errors: [{ message: 'no suggestion' }] },
          { status: 'passed', durationMs: 40 },
        ],
      }),
      ...durationsMs(2_900, 520),
      at('src/cart.test.ts', 140, ['cart', 'takes a voucher']),
    ],
  });
  expect(page(await server.compare({ base, head }))).toMatchInlineSnapshot(`
    "main (named) → fix-cart: 32000 ms, 0.1905
    2 regressions
      cart › checkout › keeps the discount  src/cart.test.ts:88 · passed → failed · expected 90 to be 100
      cart › totals › rounds half up  src/cart.test.ts:131 · passed → failed · expected 90 to be 100
    1 improvements
      login › remembers the device  src/login.test.ts:9 · failed → passed
    1 newTests
      cart › takes a voucher  src/cart.test.ts:140 · - → passed
    1 newlyFlaky
      search › suggests as you type  src/search.test.ts:40 · passed → passed · 1 retries · no suggestion
    2 slower
      report › exports 10,000 rows  src/report.test.ts:12 · passed → passed · 1700 ms 1.4166666666666667
      report › imports  src/report.test.ts:30 · passed → passed · 210 ms 0.6774193548387096
    1 notRun
      admin › lists users  src/admin.test.ts:5 · passed → - · file"
  `);
});

function at(
  file: string,
  line: number,
  titlePath: string[],
  facts: Partial<IngestResult> = {},
): IngestResult {
  return makeResult({ file, line, titlePath, ...facts });
}

function broken(message: string): Partial<IngestResult> {
  return {
    status: 'failed',
    attempts: [{ status: 'failed', durationMs: 4, errors: [{ message }] }],
  };
}

/** A failed test, with an attempt for each error. */
function failed(title: string, ...messages: string[]): IngestResult {
  const attempts = messages.map((message) => ({
    status: 'failed' as const,
    durationMs: 4,
    errors: [{ message }],
  }));
  return makeResult({ titlePath: [title], status: 'failed', attempts });
}

it('says which tests still fail with another error, as the gate does', async () => {
  await server.run({ hoursAgo: 3, results: [failed('gone from base', 'connect ECONNREFUSED')] });
  const base = await server.run({
    hoursAgo: 2,
    execution: { status: 'interrupted' },
    results: [
      failed('same', 'connect ECONNREFUSED'),
      failed('other', 'connect ECONNREFUSED'),
      failed('one more', 'connect ECONNREFUSED'),
      failed('one less', 'connect ECONNREFUSED', 'no token'),
    ],
  });
  const head = await server.run({
    execution: { status: 'failed', git: { branch: 'fix', baseBranch: 'main' } },
    results: [
      failed('same', 'connect ECONNREFUSED'),
      failed('other', 'no token'),
      failed('one more', 'connect ECONNREFUSED', 'no token'),
      failed('one less', 'no token'),
      failed('gone from base', 'no token'),
    ],
  });
  const { summary, stillFailing } = await server.compare({ base, head });
  expect(summary).toMatchObject({ regressions: 0, stillFailing: 5, otherErrors: 3 });
  const others = stillFailing.filter(({ otherError }) => otherError).map(({ title }) => title);
  expect(others.toSorted()).toEqual(['gone from base', 'one more', 'other']);
});

/** A comparison as readable text. */
function page({
  base,
  head,
  baseChoice,
  summary,
  performance,
  notRun,
  causes: _causes,
  ...lists
}: Comparison): string {
  const parts: [string, string[]][] = [
    ...Object.entries(lists).map(([name, list]): [string, string[]] => [name, list.map(line)]),
    ...Object.entries(performance).map(([name, list]): [string, string[]] => [
      name,
      list.map((test) => `${line(test)} · ${test.durationDeltaMs} ms ${test.durationDeltaRate}`),
    ]),
    ['notRun', notRun.map((test) => `${line(test)} · ${test.reason}`)],
  ];
  return [
    `${base.git.branch} (${baseChoice}) → ${head.git.branch}: ${summary.durationDeltaMs} ms, ${summary.durationDeltaRate?.toFixed(4)}`,
    ...parts.flatMap(([name, list]) =>
      list.length === 0 ? [] : [`${list.length} ${name}`, ...list],
    ),
  ].join('\n');
}

function line(test: ComparedTest): string {
  return [
    `  ${test.titlePath.join(' › ')}  ${test.file}:${test.line}`,
    `${test.base?.status ?? '-'} → ${test.head?.status ?? '-'}`,
    ...(test.retries > 0 ? [`${test.retries} retries`] : []),
    ...(test.error === null ? [] : [test.error.message]),
  ].join(' · ');
}

it('counts the worst of several results of a test, and reports that one', async () => {
  const shard = (index: number) => ({ key: `${server.project} head`, shard: { index, total: 3 } });
  const base = await server.run({
    hoursAgo: 2,
    results: [makeRun('a', 's'), makeRun('a', '.'), makeRun('b', 'r'), makeRun('b', '.')],
  });
  const head = await server.run({
    execution: shard(1),
    results: [makeRun('a', '.'), makeRun('b', '.')],
  });
  await server.run({
    execution: shard(2),
    results: [makeRun('a', 'f'), makeRun('b', 'r')],
  });
  await server.run({
    execution: shard(3),
    results: [makeRun('a', 's'), makeRun('b', '.')],
  });
  const comparison = await server.compare({ base, head });
  expect(titlesOf(comparison)).toEqual({ regressions: ['a'] });
  expect(comparison.regressions[0]).toMatchObject({
    base: { status: 'passed' },
    head: { status: 'failed' },
    error: { message: 'Error: a broke' },
  });
});

it('orders tests by file, line and title, and slower and faster tests by the change', async () => {
  const places = [
    { file: 'b.test.ts', line: 2, titlePath: ['c'] },
    { file: 'b.test.ts', titlePath: ['no line'] },
    { file: 'b.test.ts', line: 2, titlePath: ['b'] },
    { file: 'a.test.ts', line: 10, titlePath: ['ten'] },
    { file: 'a.test.ts', line: 9, titlePath: ['nine'] },
  ];
  const base = await server.run({
    hoursAgo: 2,
    results: [...places.map((place) => makeResult(place)), ...lasting([100, 100, 100, 900, 900])],
  });
  const head = await server.run({
    results: [
      ...places.map((place) => makeResult({ ...place, status: 'failed' })),
      ...lasting([200, 400, 300, 100, 50]),
    ],
  });
  expect(titlesOf(await server.compare({ base, head }))).toEqual({
    regressions: ['nine', 'ten', 'b', 'c', 'no line'],
    slower: ['duration 1', 'duration 2', 'duration 0'],
    faster: ['duration 4', 'duration 3'],
  });
});

function lasting(durationsMs: number[]): IngestResult[] {
  return durationsMs.map((durationMs, index) => makeRun(`duration ${index}`, '.', { durationMs }));
}

it('counts each test of the base once, however many parts ran it', async () => {
  const shard = (index: number) => ({ key: `${server.project} base`, shard: { index, total: 2 } });
  const base = await server.run({
    hoursAgo: 2,
    execution: shard(1),
    results: [makeRun('a', '.'), makeRun('b', 's')],
  });
  await server.run({
    hoursAgo: 2,
    execution: shard(2),
    results: [makeRun('a', '.'), makeRun('c', 'f')],
  });
  const head = await server.run({ results: [makeRun('a', '.'), makeRun('d', '.')] });
  expect((await server.compare({ base, head })).summary).toMatchObject({
    baseTests: 3,
    removedTests: 2,
    newTests: 1,
  });
  const empty = await server.run({ results: [] });
  expect((await server.compare({ base: empty, head })).summary.baseTests).toBe(0);
});

it('returns the change of the total time', async () => {
  const base = await server.run({ hoursAgo: 2, execution: { durationMs: 8_000 } });
  const head = await server.run({ execution: { durationMs: 6_000 } });
  const { summary } = await server.compare({ base, head });
  expect(summary).toMatchObject({ durationDeltaMs: -2_000, durationDeltaRate: -0.25 });
  const instant = await server.run({ execution: { durationMs: 0 } });
  expect((await server.compare({ base: instant, head })).summary).toMatchObject({
    durationDeltaMs: 6_000,
    durationDeltaRate: null,
  });
});

it('answers the same over tRPC, with executions as in the list', async () => {
  const base = await server.run({ hoursAgo: 2 });
  const head = await server.run({ results: [makeRun('new', 'f')] });
  const input = encodeURIComponent(JSON.stringify({ base, head }));
  const { text } = await ask(server, { url: `/trpc/compare.get?input=${input}` });
  const overRest = await server.compare({ base, head });
  expect((JSON.parse(text) as { result: { data: Comparison } }).result.data).toEqual(overRest);
  const { text: listed } = await ask(server, {
    url: `/api/executions?project=${encodeURIComponent(server.project)}`,
  });
  expect((JSON.parse(listed) as { data: { items: unknown[] } }).data.items).toEqual([
    overRest.head,
    overRest.base,
  ]);
});
