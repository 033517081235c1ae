import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { answering, startAnsweringServer } from '../test/answering-server.ts';
import { requestRest } from './rest-request.ts';

async function serverThat(listener: RequestListener): Promise<string> {
  const server = await startAnsweringServer(listener);
  onTestFinished(() => server.close());
  return server.url;
}

const noWait = async () => undefined;

it('sends the request with the credential, and gives the document and its headers', async () => {
  let received: Pick<IncomingMessage, 'method' | 'url' | 'headers'> = { headers: {} };
  let body = '';
  const url = await serverThat((request, response) => {
    received = request;
    void text(request).then((sent) => {
      body = sent;
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.setHeader('set-auth-token', 'abc');
      response.end('{"success":true,"data":[1]}');
    });
  });
  const answer = await requestRest(
    { url, apiKey: 'svc_x', userAgent: 'svc/1' },
    { method: 'PATCH', path: '/api/things?a=1', body: '{"b":2}' },
  );
  expect(answer.document).toEqual({ success: true, data: [1] });
  expect(answer.headers.get('set-auth-token')).toBe('abc');
  expect(received).toMatchObject({ method: 'PATCH', url: '/api/things?a=1' });
  expect(received.headers).toMatchObject({
    authorization: 'Bearer svc_x',
    'user-agent': 'svc/1',
    'content-type': 'application/json',
  });
  expect(body).toBe('{"b":2}');
});

it('gives an answer that is not JSON as text', async () => {
  const url = await serverThat(answering(200, 'a,b', { 'content-type': 'text/csv' }));
  const answer = await requestRest({ url }, { method: 'GET', path: '/api/audit-log.csv' });
  expect([answer.document, answer.text]).toEqual([undefined, 'a,b']);
});

it('waits and asks again after 429', async () => {
  let requests = 0;
  const url = await serverThat((request, response) => {
    const answer =
      requests++ === 0
        ? answering(429, {}, { 'retry-after': '1' })
        : answering(200, { data: requests });
    answer(request, response);
  });
  const answer = await requestRest({ url, sleep: noWait }, { method: 'GET', path: '/api/x' });
  expect(answer.document).toEqual({ data: 2 });
});

it('reports the size of a request that a proxy refused as too large', async () => {
  const url = await serverThat(answering(413, '<html></html>', { 'content-type': 'text/html' }));
  const body = JSON.stringify({ log: 'é'.repeat(1_000_000) });
  await expect(
    requestRest({ url }, { method: 'POST', path: '/api/ci/analyze', body }),
  ).rejects.toMatchObject({ code: 'PROXY_LIMIT', message: expect.stringContaining(' 2001 kB ') });
});

it('names the address of a redirect', async () => {
  const url = await serverThat(answering(302, '', { location: '/sso?next=1' }));
  await expect(requestRest({ url }, { method: 'GET', path: '/api/x' })).rejects.toMatchObject({
    code: 'NOT_SVC',
    message: "The server redirects to '/sso?next=1' (302).",
  });
});

it.each([
  [404, { error: { code: 'NOT_FOUND', message: 'No such thing.' } }, {}, 'NOT_FOUND'],
  [200, '<!doctype html>', { 'content-type': 'text/html' }, 'NOT_SVC'],
  // A credential must not follow to another address.
  [302, '', { location: 'http://127.0.0.1:1/' }, 'NOT_SVC'],
])('throws for %i %j', async (status, body, headers, code) => {
  const url = await serverThat(answering(status, body, headers));
  await expect(requestRest({ url }, { method: 'GET', path: '/api/x' })).rejects.toMatchObject({
    name: 'SvcClientError',
    code,
  });
});
