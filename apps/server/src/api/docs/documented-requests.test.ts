import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { parseCurl } from '../../../../../.config/docs/snippets/curl-request.ts';
import { findSnippets } from '../../../../../.config/docs/snippets/find-snippets.ts';
import { parseShell } from '../../../../../.config/docs/snippets/shell-commands.ts';

let server: TestApp;
let webhookId: string;

beforeAll(async () => {
  server = await makeApp({ SVC_WEBHOOK_ALLOW_PRIVATE: 'true', SVC_WEBHOOK_ALLOW_PORTS: '8080' });
  const webhook = JSON.stringify({ url: 'http://localhost:8080', events: ['*'] });
  const { json } = await send('POST', '/api/ci/webhooks', webhook);
  webhookId = json<{ data: { id: string } }>().data.id;
});
afterAll(() => server.close());

const snippets = findSnippets();
const requests = snippets
  .filter(({ language }) => language === 'sh')
  .flatMap(({ page, text }) =>
    parseShell(text)
      .filter(({ words }) => words[0] === 'curl')
      .map(({ words }) => ({ page, request: parseCurl(words.slice(1)) })),
  );

it('answers every request that the documentation makes by curl', async () => {
  expect(requests.length).toBeGreaterThan(5);
  for (const { page, request } of requests) {
    if (request === undefined) continue;
    const { method, path, body } = request;
    const { statusCode, payload } = await send(
      method,
      path.replace('$WEBHOOK_ID', webhookId),
      body?.startsWith('@') === true ? readFirstJson(page) : body,
    );
    const isApi = path.startsWith('/api/');
    expect([page, path, statusCode, payload]).toEqual([
      page,
      path,
      200,
      isApi ? expect.stringMatching(/^\{"success":true,"data":/) : expect.any(String),
    ]);
  }
});

/** A body that the page shows before it is sent. */
function readFirstJson(page: string): string {
  return snippets.find((one) => one.page === page && one.language === 'json')?.text ?? '';
}

function send(method: string, url: string, payload?: string) {
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  return server.app.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${server.apiKey}`, ...json },
    ...(payload === undefined ? {} : { payload }),
  });
}
