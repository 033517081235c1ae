import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, makeOwnApp, type TestApp } from '../../../test/app.ts';
import { ask, makeUpload, settle, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'reads the measurements of the whole server' });
});
afterAll(() => server.close());

const figures = async () => (await server.app.inject({ url: '/metrics' })).payload;

/** How many requests of this route and status were measured. */
async function requestsOf(route: string, status: number): Promise<number> {
  const line = `svc_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  const found = (await figures()).split('\n').find((one) => one.startsWith(line));
  return Number(found?.split(' ').at(-1) ?? 0);
}

it('measures requests by the template of their path, so that ids make no labels', async () => {
  for (const id of ['0198a0a0-0000-7000-8000-000000000001', 'nonsense']) {
    await ask(server, { url: `/api/executions/${id}` });
    await ask(server, { url: `/api/tests/${id}?project=shop` });
  }
  await ask(server, { url: '/api/metrics' });
  await ask(server, { url: '/api/nothing/here' });
  await ask(server, { url: '/trpc/metrics.get?input=%7B%7D' });
  await ask(server, { url: '/trpc/nothing' });
  expect(await requestsOf('/api/tests/{testId}', 404)).toBe(2);
  expect(await requestsOf('/api/metrics', 200)).toBe(1);
  expect(await requestsOf('/api/*', 404)).toBe(1);
  expect(await requestsOf('/trpc/metrics.get', 200)).toBe(1);
  expect(await requestsOf('/trpc/:path', 404)).toBe(1);
  expect(await figures()).not.toContain('nonsense');
});

it('measures what waits for a roll-up and in the outbox', async () => {
  await upload(server, makeUpload());
  expect(await figures()).toContain('svc_backlog_items{queue="roll-ups"} 1');
  const changeAt = (time: string) =>
    server.scope.query(`UPDATE execution_changes SET changed_at = ${time}`);
  // The state after a failed roll-up.
  await changeAt(`now() + interval '10 minutes'`);
  expect(await figures()).toContain('svc_backlog_items{queue="postponed-roll-ups"} 1');
  await changeAt('now()');
  await settle(server);
  const settled = await figures();
  expect(settled).toContain('svc_backlog_items{queue="roll-ups"} 0');
  expect(settled).toContain('svc_backlog_age_seconds{queue="roll-ups"} 0');
  expect(settled).toContain('svc_backlog_items{queue="postponed-roll-ups"} 0');
  expect(settled).toContain('svc_backlog_items{queue="outbox"} 0');
});

it('requires the token when there is one', async () => {
  const token = 'a-token-of-32-characters-or-less';
  const closed = await makeApp({ SVC_METRICS_TOKEN: token });
  const statusWith = async (authorization?: string) =>
    (
      await closed.app.inject({
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode;
  expect(await statusWith()).toBe(401);
  expect(await statusWith(`Bearer ${token.slice(1)}`)).toBe(401);
  expect(await statusWith(`Bearer ${closed.apiKey}`)).toBe(401);
  expect(await statusWith(`Bearer ${token}`)).toBe(200);
  await closed.close();
});

it.each([
  ['https://svc.example.com', 'max-age=31536000'],
  // Other programs of the host may have no TLS.
  ['https://svc.example.com:8443', undefined],
  ['https://example.com/svc', undefined],
  ['http://svc.example.com', undefined],
])('asks browsers for TLS only on a host of its own with https: %s', async (baseUrl, expected) => {
  const { app, close } = await makeApp({ SVC_BASE_URL: baseUrl });
  const { headers } = await app.inject({ url: '/healthz' });
  expect(headers['strict-transport-security']).toBe(expected);
  await close();
});
