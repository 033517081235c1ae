import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzed, askToAnalyze, correct } from '../../../test/scenes/analysing.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { ask, dataOf, errorOf, makeResult, makeUpload, upload } from '../../../test/make.ts';
import { callWith } from '../../../test/procedures.ts';

let server: TestApp;
let mine: Pick<TestApp, 'app' | 'apiKey'>;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  mine = { app: server.app, apiKey: (await server.makeOrganization(randomUUID())).apiKey };
});

const failure = {
  title: 'pays by card',
  file: 'e2e/checkout.spec.ts',
  line: 12,
  framework: 'playwright',
  error: { message: 'Error: expect(received).toBe(expected)', stack: 'at e2e/checkout.spec.ts:12' },
};

it('judges and stores failures that belong to no execution', async () => {
  const analysis = await analyzed(mine, {
    failures: [failure, { title: 'ships', error: { message: 'read ECONNRESET' } }],
    context: { branch: 'main', commit: 'abc', changedFiles: ['src/cart.ts'] },
  });
  expect(analysis).toMatchObject({
    executionId: null,
    executionNumber: null,
    project: null,
    branch: 'main',
    commit: 'abc',
    failureCount: 2,
  });
  const titles = analysis.failures.map(({ title, file, line, resultId, testId }) => ({
    title,
    file,
    line,
    resultId,
    testId,
  }));
  expect(titles).toContainEqual({
    title: 'pays by card',
    file: 'e2e/checkout.spec.ts',
    line: 12,
    resultId: null,
    testId: null,
  });
  const read = await ask(mine, { url: `/api/ci/analyses/${analysis.id}` });
  expect(dataOf(read)).toEqual(analysis);
  const again = await analyzed(mine, { failures: [failure] });
  expect(again.id).not.toBe(analysis.id);
});

it('reads the history that a caller sends', async () => {
  const history = { runs: 60, failures: 9, flakyRuns: 9, passAndFailSameCommit: true };
  const { failures } = await analyzed(mine, {
    failures: [{ ...failure, retryPassed: true, history }],
  });
  expect(failures[0]?.evidence.map(({ source }) => source)).toContain('history');
});

it('judges a log alone, and follows feedback on it', async () => {
  const log = `${'building\n'.repeat(50)}Error: ENOSPC: no space left on device, write\n##[error]Process completed with exit code 1.\n`;
  const analysis = await analyzed(mine, { log });
  expect(analysis.failures).toHaveLength(1);
  expect(analysis.classification).toBe('INFRA');
  await correct(mine, analysis.id, { classification: 'REAL_BUG' });
  expect((await analyzed(mine, { log })).classification).toBe('REAL_BUG');
});

it('follows feedback on inline failures', async () => {
  const { id, failures } = await analyzed(mine, { failures: [failure] });
  const classification = failures[0]?.classification === 'HEALABLE' ? 'REAL_BUG' : 'HEALABLE';
  expect((await correct(mine, id, { classification })).status).toBe(200);
  const after = await analyzed(mine, { failures: [failure] });
  expect(after.failures[0]).toMatchObject({
    classification,
    correctedBy: { classification, by: 'test' },
  });
});

it.each<[string, object, string]>([
  ['no failure and no log', { failures: [] }, 'nothing failed'],
  ['an empty log', { log: '' }, 'nothing failed'],
  ['a blank log', { failures: [], log: ' \n\t ' }, 'nothing failed'],
  [
    'a log without an error',
    { log: 'all is well\n'.repeat(10) },
    'the log has no line that looks like an error',
  ],
])('answers that there is nothing to analyze: %s', async (_, body, reason) => {
  expect(errorOf(await askToAnalyze(mine, body))).toEqual({
    status: 400,
    error: { code: 'BAD_REQUEST', message: `There is nothing to analyze: ${reason}.` },
  });
});

it('counts the fingerprints that the project had before', async () => {
  const error = { message: 'it broke', stack: 'at load (src/load.ts:3:1)' };
  const attempts = [{ status: 'failed' as const, durationMs: 1, errors: [error] }];
  await upload(mine, makeUpload({ results: [makeResult({ status: 'failed', attempts })] }));
  const failures = [
    { title: 'loads', error },
    { title: 'saves', error: { message: 'it burst' } },
  ];
  const known = await analyzed(mine, { failures, context: { project: 'shop' } });
  expect(known.history).toMatchObject({ knownFingerprints: 1, newFingerprints: 1 });
  const { history } = await analyzed(mine, { failures });
  expect(history).toMatchObject({ knownFingerprints: 0, newFingerprints: 0 });
});

it('says how to send less where a body is too large', async () => {
  const answer = await ask(mine, {
    method: 'POST',
    url: '/api/ci/analyze',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ log: 'x'.repeat(65 * 1024 * 1024) })),
  });
  expect(answer.status).toBe(413);
  expect(answer.text).toContain('Send fewer failures, and of a log the end, where the failure is.');
});

it.each(['REST', 'tRPC'])('refuses a log of 6 MB over %s', async (surface) => {
  const body = { failures: [failure], log: 'x'.repeat(6 * 1024 * 1024) };
  const { status, text } =
    surface === 'REST'
      ? await askToAnalyze(mine, body)
      : await callWith(server, 'analyses.analyze', { token: mine.apiKey, input: body });
  expect(status).toBe(413);
  expect(text).toContain('The log has 6291456 characters');
});

it('reads a log of 5 MB, also compressed', async () => {
  const line = '2026-11-20T10:00:00Z some step did something\n';
  const log = `${line.repeat(Math.floor((5 * 1024 * 1024 - 200) / line.length))}Error: connect ECONNREFUSED 127.0.0.1:5432\n`;
  const answer = await ask(mine, {
    method: 'POST',
    url: '/api/ci/analyze',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ log })),
  });
  expect(answer.status).toBe(200);
});

const binary = randomBytes(200_000).toString('latin1');

it.each<[string, string]>([
  ['binary', binary],
  ['NUL and lone surrogates', 'Error: \0 broke \ud800 and \udfff'],
  ['ANSI colours', '\u001b[31mError:\u001b[39m \u001b[1mexpected\u001b[22m 1 to be 2'],
  ['carriage returns', 'Error: a\r\nb\rc\r\r\n'.repeat(1_000)],
  ['lines of 200,000 characters', `Error: ${'y'.repeat(200_000)}\n${'z '.repeat(100_000)}`],
  ['an empty message', ''],
  ['blanks', ' \n '],
  ['nested brackets', `Error: ${'('.repeat(50_000)}${')'.repeat(50_000)}`],
])('judges a failure whose texts are %s', async (_, text) => {
  const failures = [
    {
      title: text.slice(0, 9_000),
      file: text.slice(0, 4_000),
      framework: 'something else',
      error: { message: text, stack: text },
    },
  ];
  const analysis = await analyzed(mine, {
    failures,
    log: `${text}\nError: it broke\n`,
    context: { branch: text.slice(0, 900), commit: text.slice(0, 200) },
  });
  expect(analysis.failures).toHaveLength(1);
  expect(analysis.failures[0]?.evidence.length).toBeGreaterThan(0);
  expect(JSON.stringify(analysis)).not.toContain('\\u0000');
  const read = await ask(mine, { url: `/api/ci/analyses/${analysis.id}` });
  expect(dataOf(read)).toEqual(analysis);
});

it.each<[string, unknown]>([
  ['a list', []],
  ['a text', 'failures'],
  ['two kinds', { failures: [failure], executionId: randomUUID() }],
  ['a failure without an error', { failures: [{ title: 'a' }] }],
  ['an unknown field', { failures: [{ ...failure, colour: 'red' }] }],
  ['too many failures', { failures: Array.from({ length: 10_001 }, () => failure) }],
])('refuses %s', async (_, body) => {
  const { status, error } = errorOf(await askToAnalyze(mine, body as object));
  expect([status, error.code]).toEqual([400, 'BAD_REQUEST']);
});

const send = (payload: string, type: string) =>
  ask(mine, {
    method: 'POST',
    url: '/api/ci/analyze',
    headers: { 'content-type': type },
    payload,
  });

it('refuses a body that is not JSON, and one of another type', async () => {
  expect((await send('{', 'application/json')).status).toBe(400);
  expect((await send('', 'application/json')).status).toBe(400);
  expect((await send('<x/>', 'text/xml')).status).toBe(415);
});

it('gives failures the fingerprint that they have in the executions of the project', async () => {
  const error = { message: 'it broke', stack: 'at load (/home/me/web/lib2/pages/load.ts:3:1)' };
  const git = { repository: 'acme/web', branch: 'main', commit: 'a'.repeat(40) };
  const inShard = (index: number, facts: object) =>
    upload(
      mine,
      makeUpload({
        runId: `part ${index}`,
        execution: {
          key: 'sharded',
          status: 'failed',
          shard: { index, total: 2 },
          errors: [error],
          ...facts,
        },
        results: [
          makeResult({
            titlePath: [`test ${index}`],
            status: 'failed',
            attempts: [{ status: 'failed', durationMs: 1, errors: [error] }],
          }),
        ],
      }),
    );
  const execution = await inShard(1, { git });
  // This part does not know its repository, as a container without git.
  await inShard(2, {});
  const stored = await analysisOf(mine, execution);
  const inline = await analyzed(mine, {
    failures: [{ title: 'test 1', error }],
    context: { project: 'shop' },
  });
  const fingerprints = [...stored.failures, ...inline.failures].map((one) => one.fingerprint);
  expect(fingerprints.length).toBeGreaterThanOrEqual(4);
  expect(new Set(fingerprints).size).toBe(1);
});

it('cuts texts of any size', async () => {
  const message = `Error: ${'x'.repeat(60_000)} the end`;
  const { failures } = await analyzed(mine, { failures: [{ title: 'pays', error: { message } }] });
  expect(JSON.stringify(failures)).not.toContain('the end');
});
