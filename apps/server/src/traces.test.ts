import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../test/app.ts';
import { makeUpload, post } from '../test/make.ts';
import { rollUp } from './rollups/index.ts';
import { inSpan } from './traces.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
let server: TestApp;
beforeAll(async () => {
  provider.register();
  server = await makeApp();
});
afterAll(() => provider.shutdown());
beforeEach(() => exporter.reset());

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const find = (name: string): ReadableSpan | undefined =>
  exporter.getFinishedSpans().find((span) => span.name === name);

it('goes on with the trace of the client, in the request and its statements', async () => {
  const { statusCode } = await server.app.inject({
    url: '/api/executions?search=no-such-text',
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
  });
  expect(statusCode).toBe(200);
  const request = find('GET /api/executions');
  expect(request?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/executions',
    'http.response.status_code': 200,
  });
  const statements = exporter.getFinishedSpans().filter((span) => span !== request);
  expect(statements.map(({ name }) => name)).toContain('postgresql SELECT');
  for (const span of exporter.getFinishedSpans()) {
    expect(span.spanContext().traceId).toBe(TRACE);
    expect(JSON.stringify(span.attributes)).not.toMatch(/no-such-text|svc_\w{36}/);
  }
  expect(statements[0]?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
});

it('has the statements of a request with a body', async () => {
  const { status } = await post(server, makeUpload());
  expect(status).toBe(200);
  const request = find('POST /api/ingest');
  const inside = exporter
    .getFinishedSpans()
    .filter(({ name }) => name.startsWith('postgresql INSERT'));
  expect(inside.length).toBeGreaterThan(0);
  for (const span of inside) {
    expect(span.spanContext().traceId).toBe(request?.spanContext().traceId);
  }
});

it('traces a roll-up, and nothing when there is nothing to roll up', async () => {
  await post(server, makeUpload());
  exporter.reset();
  while ((await rollUp(server.deps.database)) > 0);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toContain('roll-up');
  exporter.reset();
  await rollUp(server.deps.database);
  expect(exporter.getFinishedSpans()).toEqual([]);
});

it('marks work that fails, without the text of its error', async () => {
  const failing = inSpan('job retention', {}, async () => {
    await server.deps.database.query('SELECT 1');
    throw new TypeError('a secret');
  });
  await expect(failing).rejects.toThrow('a secret');
  const job = find('job retention');
  expect(job).toMatchObject({ attributes: { 'error.type': 'TypeError' }, events: [] });
  expect(job?.status).toEqual({ code: 2 });
  expect(find('postgresql SELECT')?.spanContext().traceId).toBe(job?.spanContext().traceId);
});
