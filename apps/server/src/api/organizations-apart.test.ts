import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzed } from '../../test/scenes/analysing.ts';
import { makeApp, type TestApp } from '../../test/app.ts';
import {
  ask,
  countRows,
  listExecutions,
  makeResult,
  makeUpload,
  readExecution,
  upload,
} from '../../test/make.ts';
import { call } from '../../test/procedures.ts';
import { openApiDocument } from './docs/openapi.ts';

const METHODS: Record<string, 'POST' | 'PATCH' | 'PUT' | 'DELETE'> = {
  post: 'POST',
  patch: 'PATCH',
  put: 'PUT',
  delete: 'DELETE',
};

let server: TestApp;
let other: { app: TestApp['app']; apiKey: string };
/** One resource of the organization "Default" for every path of the OpenAPI document with an id. */
let resources: Record<string, Resource>;

interface Resource {
  id: string;
  /** An id that does not exist, for procedures whose ids are not UUIDs. */
  noId?: string;
  query?: string;
  body?: object;
  read?: string;
  deliveryId?: string;
}

let executionId: string;

beforeAll(async () => {
  server = await makeApp();
  // An owner, who may call every operation.
  const { organizationId } = await server.makeOrganization('Other');
  other = { app: server.app, apiKey: (await server.signIn(organizationId)).token };
  const failed = [makeResult({ status: 'failed' })];
  ({ executionId } = await upload(
    server,
    makeUpload({
      execution: { key: 'shared', ci: { pullRequest: 123_456 } },
      results: failed,
    }),
  ));
  const { id } = await analyzed(server, { executionId });
  const [result] = (await readExecution(server, { executionId })).results;
  const { token } = await server.signIn();
  const webhook = await call(server, token, 'webhooks.create', {
    url: 'https://hooks.svc.test/',
    events: ['*'],
    description: executionId,
  });
  const delivery = await call(server, token, 'webhooks.test', { id: webhook.id });
  const entry = await call(server, token, 'quarantine.add', {
    testId: result?.testId ?? '',
    fingerprints: 'any',
    reason: executionId,
  });
  const ofWebhook = { id: webhook.id, read: `/api/ci/webhooks/${webhook.id}` };
  const ofDelivery = { ...ofWebhook, deliveryId: delivery.id };
  resources = {
    '/ci/webhooks/{id}': { id: webhook.id, body: { description: 'changed' } },
    '/ci/webhooks/{id}/test': ofWebhook,
    '/ci/webhooks/{id}/deliveries': ofWebhook,
    '/ci/webhooks/{id}/deliveries/{deliveryId}': ofDelivery,
    '/ci/webhooks/{id}/deliveries/{deliveryId}/redeliver': ofDelivery,
    '/ci/analyses/{id}': { id },
    '/ci/analyses/{id}/failures': { id, read: `/api/ci/analyses/${id}` },
    '/ci/analyses/{id}/feedback': {
      id,
      body: { classification: 'INFRA' },
      read: `/api/ci/analyses/${id}`,
    },
    '/executions/{id}': { id: executionId },
    '/executions/{id}/gate': { id: executionId },
    '/pull-requests/{number}': { id: '123456', noId: '987654', query: '?project=shop' },
    '/quarantine/{id}': { id: entry.id, body: { reason: 'changed' } },
    '/tests/{testId}': { id: result?.testId ?? '' },
    '/tests/{testId}/known-failures': {
      id: result?.testId ?? '',
      read: `/api/tests/${result?.testId}`,
    },
    '/projects/{name}': {
      id: 'shop',
      body: { defaultBranch: 'trunk' },
      read: '/api/executions?project=shop&number=1',
    },
  };
});
afterAll(() => server.close());

const NO_ID = '01990000-0000-7000-8000-000000000000';

it("answers for another organization's resource exactly as for none, on every operation", async () => {
  const { paths } = openApiDocument(server.deps) as {
    paths: Record<string, Record<string, object>>;
  };
  const withId = Object.entries(paths).filter(([path]) => path.includes('{'));
  expect(withId.length).toBeGreaterThan(0);
  const rows = await countRows(server);
  for (const [path, operations] of withId) {
    const resource = resources[path];
    if (resource === undefined) throw new Error(`make a resource for ${path} in this test`);
    const { noId = NO_ID, query = '' } = resource;
    for (const method of Object.keys(operations)) {
      const answerTo = (from: typeof other, id: string) =>
        ask(from, {
          method: METHODS[method] ?? 'GET',
          url: `/api${path.replace(/\{\w+\}/, id).replace('{deliveryId}', resource.deliveryId ?? '')}${query}`,
          ...(resource.body === undefined ? {} : { payload: resource.body }),
        });
      const theirs = await answerTo(other, resource.id);
      const nothing = await answerTo(other, noId);
      expect({ path, method, status: theirs.status }).toEqual({ path, method, status: 404 });
      expect(theirs.text).toBe(nothing.text.replaceAll(noId, resource.id));
    }
    // The owner must be able to read the resource; otherwise the comparison proves nothing.
    const url = resource.read ?? `/api${path.replace(/\{\w+\}/, resource.id)}${query}`;
    const mine = await ask(server, { url });
    expect({ path, status: mine.status }).toEqual({ path, status: 200 });
    expect(mine.text).toContain(executionId);
  }
  expect(await countRows(server)).toEqual(rows);
});

it('lists nothing of another organization, with any parameters', async () => {
  for (const query of ['', 'project=shop', 'project=shop&number=1', 'search=%25']) {
    expect(await listExecutions(other, `?${query}`)).toEqual({
      items: [],
      nextCursor: null,
      source: 'all',
      localProjects: [],
    });
  }
});

it('keeps executions, projects, numbers and tests of the same names apart', async () => {
  const body = makeUpload({
    execution: { key: 'same' },
    results: [makeResult({ titlePath: ['same'] })],
  });
  const mine = await upload(server, body);
  const theirs = await upload(other, body);
  expect(theirs.executionId).not.toBe(mine.executionId);
  expect({ mine: mine.number, theirs: theirs.number }).toEqual({ mine: 2, theirs: 1 });
  const { items } = await listExecutions(other);
  expect(items.map(({ id }) => id)).toEqual([theirs.executionId]);
});
