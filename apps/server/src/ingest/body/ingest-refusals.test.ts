import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { FULL } from '../../../test/uploads/full-upload.ts';
import { countRows, makeResult, makeUpload, refusalOf } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

describe.each<[string, object | string, number, string]>([
  ['malformed JSON', '{"version":1,', 400, 'The body is not JSON'],
  [
    'a body cut off in its results',
    JSON.stringify(FULL).slice(0, -40),
    400,
    'The body is not JSON',
  ],
  ['a list', '[]', 400, 'Invalid input: expected object'],
  ['null', 'null', 400, 'Invalid input: expected object'],
  ['another version', { ...FULL, version: 2 }, 400, 'version:'],
  ['no list of results', { version: 1, execution: FULL.execution }, 400, 'results:'],
  ['no execution', { version: 1, results: [] }, 400, 'execution:'],
  [
    'a negative duration',
    makeUpload({ execution: { durationMs: -1 } }),
    400,
    'execution.durationMs:',
  ],
  [
    'half a millisecond',
    makeUpload({ results: [makeResult({ durationMs: 0.5 })] }),
    400,
    'results.0.durationMs:',
  ],
  [
    'the year 9999',
    makeUpload({ execution: { startedAt: '9999-12-31T23:59:59Z' } }),
    400,
    'execution.startedAt:',
  ],
  [
    '30 February',
    makeUpload({ execution: { startedAt: '2026-02-30T00:00:00Z' } }),
    400,
    'execution.startedAt:',
  ],
  [
    'a shard beyond the last',
    makeUpload({ execution: { shard: { index: 3, total: 2 } } }),
    400,
    'execution.shard:',
  ],
  [
    'a key that no index holds',
    makeUpload({ execution: { key: '語'.repeat(900) } }),
    400,
    'execution.key:',
  ],
  [
    'a project of 201 characters',
    makeUpload({ execution: { project: 'p'.repeat(201) } }),
    400,
    'execution.project:',
  ],
  [
    '101 parts of a title',
    makeUpload({ results: [makeResult({ titlePath: Array<string>(101).fill('t') })] }),
    400,
    'results.0.titlePath:',
  ],
  [
    '101 entries of environment',
    makeUpload({
      execution: {
        environment: Object.fromEntries(
          Array.from({ length: 101 }, (_, index) => [`k${index}`, 'v']),
        ),
      },
    }),
    400,
    'execution.environment:',
  ],
  [
    'a name of environment as long as a book',
    makeUpload({ execution: { environment: { ['n'.repeat(1_000_000)]: 'v' } } }),
    400,
    `execution.environment.${'n'.repeat(200)}:`,
  ],
  [
    '100,001 results',
    JSON.stringify(makeUpload({ results: [] })).replace('[]', `[${'0,'.repeat(100_000)}0]`),
    413,
    'The upload holds more than 100000 results.',
  ],
  [
    'steps as wide as they are deep',
    makeUpload({
      results: [
        makeResult({
          attempts: [JSON.parse(`{"steps":[${'{"steps":[{},{}]},'.repeat(100_000)}{}]}`) as never],
        }),
      ],
    }),
    413,
    'A result holds more than 250000',
  ],
])('an upload with %s', (_, body, status, message) => {
  it('is refused in the contract’s words, and leaves nothing behind', async () => {
    const rows = await countRows(server);
    const refusal = await refusalOf(server, body);
    expect({
      status: refusal.status,
      starts: refusal.error.message.slice(0, message.length),
    }).toEqual({
      status,
      starts: message,
    });
    expect(refusal.error.message.length).toBeLessThan(1_000);
    expect(await countRows(server)).toEqual(rows);
  });
});

it('leaves nothing of an upload whose last result is invalid, after earlier chunks were written', async () => {
  const rows = await countRows(server);
  const results = Array.from({ length: 5_000 }, (_, index) =>
    makeResult({ titlePath: ['x'.repeat(500), `${index}`] }),
  );
  const { status, error } = await refusalOf(
    server,
    makeUpload({ idempotencyKey: 'midway', results: [...results, makeResult({ durationMs: -1 })] }),
  );
  expect({ status, details: error.details }).toEqual({
    status: 400,
    details: [{ path: 'results.5000.durationMs', message: 'Too small: expected number to be >=0' }],
  });
  expect(await countRows(server)).toEqual(rows);
});
