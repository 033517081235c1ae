import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { ask, countRows, makeUpload } from '../../../test/make.ts';
import { createApiKey, revokeKey } from '../../people/api-keys/api-keys.service.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address',
  });
});
afterAll(() => server.close());

const NO_EXECUTION = '/api/executions/00000000-0000-7000-8000-000000000000';
const LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
];

const json = { 'content-type': 'application/json' };

type Request = Omit<InjectOptions, 'headers'> & { headers?: Record<string, string> };
type Case = [string, Request, number, string];

const COUNTED: Case[] = [
  ['an unknown route below /api', { url: '/api/nothing' }, 404, 'NOT_FOUND'],
  ['an id that is none', { url: '/api/executions/x' }, 404, 'NOT_FOUND'],
  ['an id of nothing', { url: NO_EXECUTION }, 404, 'NOT_FOUND'],
  ['a method that a list has not', { method: 'DELETE', url: '/api/executions' }, 404, 'NOT_FOUND'],
  ['a GET of what is only written', { url: '/api/ingest' }, 404, 'NOT_FOUND'],
  ['an unknown parameter', { url: '/api/executions?x=1' }, 400, 'BAD_REQUEST'],
  ['a bad cursor', { url: '/api/executions?cursor=x' }, 400, 'BAD_REQUEST'],
  [
    'a body that is not JSON',
    { method: 'POST', url: '/api/executions', payload: '{', headers: json },
    400,
    'BAD_REQUEST',
  ],
  [
    'an upload that is not JSON',
    { method: 'POST', url: '/api/test-results', payload: '{', headers: json },
    400,
    'BAD_REQUEST',
  ],
  ['an upload without a body', { method: 'POST', url: '/api/ingest' }, 400, 'BAD_REQUEST'],
  [
    'a type that nobody reads',
    {
      method: 'POST',
      url: '/api/executions',
      payload: 'x',
      headers: { 'content-type': 'image/png' },
    },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'an upload of another type',
    {
      method: 'POST',
      url: '/api/ingest',
      payload: '<x/>',
      headers: { 'content-type': 'text/xml' },
    },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'an upload in brotli',
    {
      method: 'POST',
      url: '/api/ingest',
      payload: '{}',
      headers: { ...json, 'content-encoding': 'br' },
    },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
];

const UNCOUNTED: Case[] = [
  ['an unknown route', { url: '/nothing' }, 404, 'NOT_FOUND'],
  [
    'a method for which there is no route',
    { method: 'OPTIONS', url: '/api/executions' },
    404,
    'NOT_FOUND',
  ],
  ['no key', { url: '/api/executions', headers: { authorization: '' } }, 401, 'UNAUTHORIZED'],
  [
    'no key, before an unknown route',
    { url: '/api/nothing', headers: { authorization: '' } },
    401,
    'UNAUTHORIZED',
  ],
];

describe.each([
  ['counted', true, COUNTED],
  ['uncounted', false, UNCOUNTED],
])('an error of a request that is %s', (_, isCounted, cases) => {
  it.each(cases)('has the contract’s shape for %s', async (_name, request, status, code) => {
    const answer = await ask(server, {
      ...request,
      headers: { 'x-request-id': 'test-request:1', ...request.headers },
    });
    const body = JSON.parse(answer.text) as { error: { message: string; details?: unknown[] } };
    const details = body.error.details === undefined ? {} : { details: body.error.details };
    expect({ status: answer.status, body }).toEqual({
      status,
      body: { success: false, error: { code, message: expect.any(String) as string, ...details } },
    });
    expect(body.error.message).not.toBe('');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toBe('test-request:1');
    const present = LIMIT_HEADERS.filter((name) => answer.headers[name] !== undefined);
    expect(present).toEqual(isCounted ? LIMIT_HEADERS : []);
  });
});

it.each<Case>([
  ['an unknown procedure', { url: '/trpc/nothing' }, 404, 'NOT_FOUND'],
  ['an input that is not JSON', { url: '/trpc/executions.list?input=%7B' }, 400, 'BAD_REQUEST'],
  [
    'an unknown parameter',
    { url: '/trpc/executions.list?input=%7B%22x%22%3A1%7D' },
    400,
    'BAD_REQUEST',
  ],
  ['a batch', { url: '/trpc/executions.list?batch=1&input=%7B%7D' }, 400, 'BAD_REQUEST'],
  [
    'an id of nothing',
    { url: '/trpc/executions.get?input=%7B%22id%22%3A%22x%22%7D' },
    404,
    'NOT_FOUND',
  ],
  ['no key', { url: '/trpc/executions.list', headers: { authorization: '' } }, 401, 'UNAUTHORIZED'],
  [
    'a body over 1 MiB',
    {
      method: 'POST',
      url: '/trpc/executions.list',
      payload: Buffer.alloc(1024 * 1024 + 1, ' '),
      headers: json,
    },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'an upload over 64 MiB',
    {
      method: 'POST',
      url: '/trpc/ingest.upload',
      payload: Buffer.alloc(64 * 1024 * 1024 + 1, ' '),
      headers: json,
    },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'an upload of too many values',
    {
      method: 'POST',
      url: '/trpc/ingest.upload',
      payload: JSON.stringify({ x: Array<number>(1_000_001).fill(0) }),
      headers: json,
    },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
])('tells a tRPC client of %s', async (_, request, httpStatus, svcCode) => {
  const { status, text } = await ask(server, request);
  const { error, ...rest } = JSON.parse(text) as { error: { message: string; data: object } };
  expect(rest).toEqual({});
  expect(status).toBe(httpStatus);
  expect(error.data).toMatchObject({ httpStatus, svcCode });
  expect(error.data).not.toHaveProperty('stack');
});

it('counts the unknown fields of an upload over tRPC', async () => {
  const payload = JSON.stringify({ ...makeUpload(), later: { a: 1 } });
  const request = { method: 'POST', url: '/trpc/ingest.upload', payload, headers: json } as const;
  const { text } = await ask(server, request);
  expect(JSON.parse(text)).toMatchObject({ result: { data: { ignoredFields: 1 } } });
});

it('adds the request id and the limit’s headers to successes too', async () => {
  const { status, headers } = await ask(server, { url: '/api/executions' });
  expect({ status, id: headers['x-request-id'] }).toEqual({
    status: 200,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  expect(LIMIT_HEADERS.filter((name) => headers[name] === undefined)).toEqual([]);
});

it('replaces a harmful request id by its own', async () => {
  for (const id of ['a b', '<x>', 'é', 'x'.repeat(129)]) {
    const { headers } = await ask(server, { url: '/nothing', headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  }
});

it('refuses an upload with a key that is unknown, mistyped, of another kind, revoked or expired', async () => {
  const { deps, scope } = server;
  const make = (name: string, expiry: { expiresAt?: string } = {}) =>
    createApiKey(deps, scope, { name, createdBy: null, ...expiry });
  const revoked = await make('revoked one');
  await revokeKey(deps, scope, revoked.record.id);
  const expired = await make('expired one', { expiresAt: '2020-01-01T00:00:00Z' });
  const unknown = await makeOwnApp({
    because: 'reaches the limit of failed authentications of an address',
  });
  await unknown.close();
  const rows = await countRows(server);
  const keys = [
    ['Bearer', /malformed/],
    [`Basic ${server.apiKey}`, /malformed/],
    [`Bearer ${server.apiKey.slice(0, -1)}`, /checksum/],
    [`Bearer ${unknown.apiKey}`, /not know/],
    [`Bearer ${revoked.text}`, /'revoked one' is revoked/],
    [`Bearer ${expired.text}`, /'expired one' has expired/],
  ] as const;
  for (const [authorization, message] of keys) {
    const { status, text, headers } = await ask(server, {
      method: 'POST',
      url: '/api/ingest',
      headers: { ...json, authorization },
      payload: JSON.stringify(makeUpload()),
    });
    const body = JSON.parse(text) as { success: boolean; error: { code: string; message: string } };
    expect({ status, ...body, challenge: headers['www-authenticate'] }).toEqual({
      status: 401,
      success: false,
      error: { code: 'UNAUTHORIZED', message: expect.stringMatching(message) as string },
      challenge: 'Bearer',
    });
  }
  expect(await countRows(server)).toEqual(rows);
});
