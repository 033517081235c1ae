import { randomUUID } from 'node:crypto';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { timeBefore } from '../../../test/clock.ts';
import { makeResult, makeUpload, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const ENVIRONMENT = { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' };
const WARNING = {
  code: 'PARTS_LOOK_ALIKE',
  message: expect.stringMatching(/\bSVC_LEG\b/) as string,
};

/** One job of a CI run. */
function makePart(
  key: string,
  facts: Partial<IngestBody> = {},
  execution: Partial<IngestBody['execution']> = {},
): IngestBody {
  return makeUpload({
    results: [PAYS],
    ...facts,
    execution: {
      key,
      ci: { provider: 'github-actions', runId: '4242', runAttempt: 1, job: 'test' },
      environment: ENVIRONMENT,
      startedAt: timeBefore(1),
      ...execution,
    },
  });
}

async function warningsOf(...bodies: IngestBody[]): Promise<unknown[]> {
  const answers = [];
  for (const body of bodies) answers.push(await upload(server, body));
  return answers.map(({ warnings }) => warnings);
}

it('warns when a second part has the tests of a first one, and nothing tells them apart', async () => {
  const key = 'look alike';
  const bodies = ['a', 'b', 'c'].map((runId) => makePart(key, { runId }));
  expect(await warningsOf(...bodies)).toEqual([undefined, [WARNING], [WARNING]]);
});

it('warns for shards of the same number', async () => {
  const parts = ['a1', 'a2', 'b1', 'b2'].map((runId) =>
    makePart('sharded', { runId }, { shard: { index: Number(runId[1]), total: 2 } }),
  );
  expect(await warningsOf(...parts)).toEqual([undefined, undefined, [WARNING], [WARNING]]);
});

it('warns for legs that share a name', async () => {
  const legs = ['a', 'b'].map((runId) => makePart('one leg', { runId }, { leg: 'mysql' }));
  expect(await warningsOf(...legs)).toEqual([undefined, [WARNING]]);
});

it('warns while tests still run, with the request that brings the first such test', async () => {
  const other = [makeResult({ titlePath: ['ships'], file: 'ship.test.ts' })];
  const running = { status: 'running' } as const;
  const bodies = [
    makePart('early', { runId: 'a', idempotencyKey: 'ea' }),
    makePart('early', { runId: 'b', idempotencyKey: 'eb', results: other }, running),
    makePart('early', { runId: 'b', idempotencyKey: 'eb/2' }),
  ];
  expect(await warningsOf(...bodies)).toEqual([undefined, undefined, [WARNING]]);
});

it('answers a repeated upload with the same warning', async () => {
  const first = makePart('repeated', { runId: 'a' });
  const second = makePart('repeated', { runId: 'b', idempotencyKey: 'rb' });
  expect(await warningsOf(first, second, second)).toEqual([undefined, [WARNING], [WARNING]]);
});

const PAYS = makeResult({ titlePath: ['pays'], file: 'pay.test.ts' });
const NO_RESULTS = { results: [], files: [] };
const OTHER = [makeResult({ titlePath: ['ships'], file: 'ship.test.ts' })];

it.each<[string, [Partial<IngestBody>, Partial<IngestBody['execution']>][]]>([
  [
    'legs with names of their own',
    [
      [{}, { leg: 'mysql' }],
      [{}, { leg: 'postgres' }],
    ],
  ],
  [
    'packages with tests of their own',
    [
      [{}, {}],
      [{ results: OTHER }, {}],
    ],
  ],
  [
    'another environment',
    [
      [{}, {}],
      [{}, { environment: { ...ENVIRONMENT, os: 'darwin' } }],
    ],
  ],
  [
    'another shard',
    [
      [{}, { shard: { index: 1, total: 2 } }],
      [{}, { shard: { index: 2, total: 2 } }],
    ],
  ],
  [
    'a merged report',
    [
      [{}, {}],
      [{}, { merged: true }],
    ],
  ],
  [
    'a second merged report that repeats a test',
    [
      [{}, { merged: true }],
      [{ results: [PAYS, { ...PAYS, startedAt: timeBefore(1) }] }, { merged: true }],
    ],
  ],
  [
    'a part without results',
    [
      [{}, {}],
      [NO_RESULTS, {}],
    ],
  ],
])('does not warn of %s', async (name, parts) => {
  // A retry of this test must not find the parts of the first try.
  const key = `${name} ${randomUUID()}`;
  const bodies = parts.map(([facts, execution], index) =>
    makePart(key, { runId: `${name} ${index}`, ...facts }, execution),
  );
  expect(await warningsOf(...bodies)).toEqual([undefined, undefined]);
});

it('does not warn of the requests of one part, nor of one that is sent again', async () => {
  const [first, second] = ['k', 'k/2'].map((idempotencyKey) =>
    makePart('one part', { runId: 'a', idempotencyKey }),
  ) as [IngestBody, IngestBody];
  expect(await warningsOf(first, second, first)).toEqual([undefined, undefined, undefined]);
});
