import type { ErrorBody } from '@svc/contract/errors';
import type { FlakyTestPage } from '@svc/contract/history/flaky-tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun, uploadHistory, uploadRow } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, settle, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
  server.setNow(new Date('2026-11-15T00:00:00Z'));
});
afterAll(() => server.close());

const END = new Date('2026-11-10T00:00:00Z');

async function list(query: string, from: Pick<TestApp, 'app' | 'apiKey'> = server) {
  return dataOf(await ask(from, { url: `/api/flaky-tests${query}` })) as FlakyTestPage;
}

async function refused(query: string): Promise<ErrorBody['error']> {
  const { status, text } = await ask(server, { url: `/api/flaky-tests${query}` });
  expect(status).toBe(400);
  return (JSON.parse(text) as ErrorBody).error;
}

function titles(page: FlakyTestPage): string[] {
  return page.items.map((test) => test.title);
}

it('returns a test with everything that is known about it', async () => {
  const project = 'whole';
  // 20 runs: 2 that passed on retry, 1 failure without a later pass.
  await uploadHistory(server, '.....r......f...r...', { project, end: END });
  await settle(server);
  const [test] = (await list(`?project=${project}`)).items;
  expect(test).toEqual({
    testId: expect.stringMatching(/^[0-9a-f]{32}$/),
    title: 'adds up',
    titlePath: ['adds up'],
    file: 'src/cart.test.ts',
    project,
    variant: null,
    framework: 'vitest',
    owner: null,
    runs: 20,
    passes: 19,
    failures: 1,
    flakyRuns: 2,
    flakinessRate: 0.1,
    // 2 of 20 by Wilson's formula with z = 1.959964.
    confidence: { low: expect.closeTo(0.027867, 5), high: expect.closeTo(0.301034, 5) },
    score: expect.closeTo(0.022059, 5),
    // (0.2 + 2) / (10.2 + 20) × 20 runs in the window's weeks × 30 ms a flaky run.
    impact: expect.closeTo((2.2 / 30.2) * (20 / (30 / 7)) * 30, 3),
    state: 'flaky',
    since: null,
    firstFlakyAt: '2026-11-09T10:00:00.000Z',
    lastFlakyAt: '2026-11-09T21:00:00.000Z',
    // 17 passes and 2 retries whose last attempt took 10 ms, and a failure of 30 ms.
    averageDurationMs: 11,
    wastedMs: 60,
    recent: '.....r......f...r...'
      .split('')
      .map((letter) => ({ '.': 'passed', r: 'flaky', f: 'failed' })[letter]),
    fingerprints: [
      {
        fingerprint: expect.stringMatching(/^fp2:[0-9a-f]{32}$/),
        pattern: expect.stringContaining('adds up broke'),
        count: 3,
        firstSeenAt: '2026-11-09T10:00:00.000Z',
        lastSeenAt: '2026-11-09T21:00:00.000Z',
      },
    ],
  });
});

it('counts a failure as flaky from the moment that another execution of the commit contradicts it', async () => {
  const project = 'contradicted';
  const commit = 'c'.repeat(40);
  await uploadHistory(server, '....', { project, end: END });
  const at = '2026-11-10T01:00:00Z';
  await uploadRow(server, { project, tests: { 'adds up': 'f' }, at, commit, branch: 'fix' });
  await settle(server);
  expect(await list(`?project=${project}`)).toEqual({
    items: [],
    nextCursor: null,
    total: { tests: 0, impact: 0 },
    source: 'all',
    localProjects: [project],
  });
  const again = '2026-11-10T02:00:00Z';
  await uploadRow(server, { project, tests: { 'adds up': '.' }, at: again, commit, branch: 'fix' });
  await settle(server);
  expect((await list(`?project=${project}`)).items).toMatchObject([
    { runs: 6, failures: 1, flakyRuns: 1, firstFlakyAt: '2026-11-10T01:00:00.000Z' },
  ]);
  expect((await list(`?project=${project}&branch=fix&minRuns=2`)).items).toMatchObject([
    { runs: 2, flakyRuns: 1, flakinessRate: 0.5 },
  ]);
  expect((await list(`?project=${project}&branch=main`)).items).toEqual([]);
});

it('lists from minRuns on, by default 5', async () => {
  const project = 'few runs';
  await uploadHistory(server, '...r', { project, end: END });
  await settle(server);
  expect((await list(`?project=few%20runs`)).items).toEqual([]);
  expect((await list(`?project=few%20runs&minRuns=4`)).items).toHaveLength(1);
});

it('leaves out runs that were skipped or interrupted, and evidence outside the window', async () => {
  const project = 'windows';
  await uploadHistory(server, 'r..s..i..r', { project, end: END });
  await settle(server);
  expect((await list(`?project=${project}`)).items).toMatchObject([{ runs: 8, flakyRuns: 2 }]);
  const later = `?project=${project}&minRuns=1&from=2026-11-09T16:00:00Z&to=2026-11-10T00:00:01Z`;
  expect((await list(later)).items).toMatchObject([{ runs: 7, flakyRuns: 1 }]);
  const earlier = `?project=${project}&minRuns=1&from=2026-11-09T15:00:00Z&to=2026-11-10T00:00:00Z`;
  expect((await list(earlier)).items).toMatchObject([{ runs: 7, flakyRuns: 1 }]);
});

it('drops a test that was fixed', async () => {
  const project = 'mended';
  const flaky = 'r.rr.rr.r.rrr.r.r.rr';
  await uploadHistory(server, flaky, { project, end: new Date('2026-11-05T00:00:00Z') });
  await settle(server);
  expect((await list(`?project=${project}`)).items).toMatchObject([{ state: 'flaky' }]);
  await uploadHistory(server, '.'.repeat(40), { project, end: END });
  await settle(server);
  expect((await list(`?project=${project}`)).items).toEqual([]);
});

it('counts one run of a test that two shards ran, the worst', async () => {
  const project = 'sharded';
  for (const [index, letter] of (['r', '.', 'r'] as const).entries()) {
    for (const shard of [1, 2]) {
      const execution = {
        project,
        key: `k${index}`,
        startedAt: new Date(END.getTime() + index * 60_000).toISOString(),
        shard: { index: shard, total: 2 },
        git: { branch: 'main', commit: `${index}`.repeat(40) },
      };
      await upload(
        server,
        makeUpload({ execution, results: [makeRun('a', shard === 1 ? letter : '.')] }),
      );
    }
  }
  await settle(server);
  expect((await list(`?project=${project}&minRuns=3`)).items).toMatchObject([
    { runs: 3, flakyRuns: 2, wastedMs: 60 },
  ]);
});

it('sorts by rate, score or impact, in pages of any size', async () => {
  const project = 'sorted';
  const histories = {
    'two of five': 'r..r.',
    'eight of forty': 'r....'.repeat(8),
    'one of five': '..r..',
    'three of thirty': '.........r'.repeat(3),
  };
  for (const [title, letters] of Object.entries(histories)) {
    await uploadHistory(server, letters, { project, title, end: END });
  }
  await settle(server);
  const orders = {
    rate: ['two of five', 'eight of forty', 'one of five', 'three of thirty'],
    score: ['eight of forty', 'two of five', 'three of thirty', 'one of five'],
    impact: ['eight of forty', 'three of thirty', 'two of five', 'one of five'],
  };
  for (const [sort, order] of Object.entries(orders)) {
    expect(titles(await list(`?project=${project}&sort=${sort}`))).toEqual(order);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = `?project=${project}&sort=${sort}&limit=1`;
      const page: FlakyTestPage = await list(query + (cursor && `&cursor=${cursor}`));
      paged.push(...titles(page));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(order);
  }
});

it('finds by search, owner and state', async () => {
  const project = 'found';
  for (const [title, letters, owner] of [
    ['pays 100%', '..r.r', '@shop/pay'],
    ['pays 1000', '....r', '@shop/cart'],
  ] as const) {
    for (const [index, letter] of letters.split('').entries()) {
      const execution = {
        project,
        startedAt: new Date(END.getTime() + index * 60_000).toISOString(),
        git: { branch: 'main', commit: `${index}`.repeat(40) },
      };
      const results = [makeRun(title, letter as '.' | 'r', { owner })];
      await upload(server, makeUpload({ execution, results }));
    }
  }
  await settle(server);
  const found = async (query: string) => titles(await list(`?project=${project}&${query}`));
  expect(await found('search=100%25')).toEqual(['pays 100%']);
  expect(await found('search=CART.test')).toEqual(['pays 100%', 'pays 1000']);
  expect(await found('search=nothing')).toEqual([]);
  expect(await found('owner=@shop/cart')).toEqual(['pays 1000']);
  expect(await found('state=flaky')).toEqual(['pays 100%']);
  expect(await found('state=suspected')).toEqual(['pays 1000']);
  expect(await found('state=broken')).toEqual([]);
  expect(await found('state=broken&state=flaky')).toEqual(['pays 100%']);
  expect(await found('state=suspected&state=flaky')).toEqual(['pays 100%', 'pays 1000']);
  const testIds = (await list(`?project=${project}`)).items.map(({ testId }) => testId);
  const [first = '', second = ''] = testIds;
  expect(await found(`testId=${second.toUpperCase()}`)).toEqual(['pays 1000']);
  expect(await found(`testId=${first}&testId=${second}`)).toEqual(['pays 100%', 'pays 1000']);
  expect(await found(`testId=${first}&search=1000`)).toEqual([]);
  expect(await found(`testId=${'0'.repeat(32)}`)).toEqual([]);
});

it('shows each organization only its own tests', async () => {
  const other = { app: server.app, ...(await server.makeOrganization('Other')) };
  const project = 'shared name';
  await uploadHistory(server, 'r.r..', { project, end: END });
  await uploadHistory(other, '.....r..', { project, end: END });
  await settle(server);
  const query = `?project=shared%20name`;
  expect((await list(query)).items).toMatchObject([{ runs: 5, flakyRuns: 2, state: 'flaky' }]);
  const [theirs] = (await list(query, other)).items;
  expect(theirs).toMatchObject({ runs: 8, flakyRuns: 1, state: 'suspected' });
  await uploadHistory(other, 'r.r..', { project: 'theirs alone', end: END });
  await settle(server);
  const [alone] = (await list('?project=theirs%20alone', other)).items;
  expect(alone).toMatchObject({ runs: 5 });
  expect((await list(`?testId=${alone?.testId}`)).items).toEqual([]);
});

it('refuses what it does not know, and says what is allowed', async () => {
  expect(await refused('?sort=name')).toMatchObject({
    details: [{ path: 'sort', message: expect.stringContaining('rate') }],
  });
  expect(await refused('?state=ill')).toMatchObject({
    details: [{ path: 'state.0', message: expect.stringContaining('healthy') }],
  });
  expect(await refused('?minRuns=0')).toMatchObject({ details: [{ path: 'minRuns' }] });
  expect(await refused('?testId=cart')).toMatchObject({ details: [{ path: 'testId.0' }] });
  expect(await refused('?minruns=3')).toMatchObject({ details: [{ path: 'minruns' }] });
  expect(await refused('?from=2026-11-02&to=2026-11-01')).toMatchObject({
    details: [{ path: 'from' }],
  });
  const { nextCursor } = await list('?project=sorted&limit=1');
  for (const cursor of ['x', `${nextCursor}x=`, Buffer.from('{"value":1}').toString('base64url')]) {
    expect(await refused(`?cursor=${cursor}`)).toMatchObject({ details: [{ path: 'cursor' }] });
  }
  expect(await refused(`?sort=score&cursor=${nextCursor}`)).toMatchObject({
    details: [{ path: 'cursor' }],
  });
});

it('counts the tests of all pages, and what they cost together', async () => {
  const pages = [await list('?project=sorted&limit=1'), await list('?project=sorted')];
  const impact = pages[1]?.items.reduce((sum, test) => sum + test.impact, 0);
  expect(pages[1]?.items.length).toBeGreaterThan(1);
  expect(pages.map(({ total }) => total)).toEqual(
    Array.from({ length: 2 }, () => ({ tests: pages[1]?.items.length, impact })),
  );
});
