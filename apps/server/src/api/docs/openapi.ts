import { CI_RUN_HEADER } from '@svc/contract/zod-free/ci-run';
import { errorBody, HTTP_STATUS_OF_ERROR } from '@svc/contract/errors';
import { generateOpenApiDocument } from 'trpc-openapi';
import type { Deps } from '../../deps.ts';
import { appRouter } from '../router.ts';
import { statusTable } from '../../http/trpc/status-table.ts';
import { adaptForGenerators } from './openapi-for-generators.ts';

/** The OpenAPI 3.1 document of the REST surface: trpc-to-openapi's document, with our envelope and errors. */
export function openApiDocument(deps: Deps): object {
  const document = generateOpenApiDocument(appRouter, {
    title: 'svc',
    version: deps.version,
    description: DESCRIPTION,
    baseUrl: `${deps.config.baseUrl}/api`,
    openApiVersion: '3.1.0',
    defs: { ErrorBody: errorBody },
  });
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path as Record<string, Operation>)) {
      operation.responses = buildResponses(operation);
    }
  }
  const schemas: [string, object][] = Object.entries(document.components?.schemas ?? {}).filter(
    // ErrorBody replaces the error bodies of trpc-to-openapi.
    ([name]) => !name.startsWith('error.'),
  );
  for (const path of UPLOAD_PATHS) {
    const upload = (document.paths?.[path] as { post?: Operation } | undefined)?.post;
    const body = upload?.requestBody?.content['application/json'];
    if (upload === undefined || body === undefined) throw new Error(`no POST ${path} with a body`);
    upload.parameters = [...(upload.parameters ?? []), ...UPLOAD_HEADERS];
    schemas.push(['IngestBody', body.schema]);
    body.schema = { $ref: '#/components/schemas/IngestBody' };
  }
  return adaptForGenerators({
    ...document,
    externalDocs: { url: `${deps.config.baseUrl}/docs/`, description: 'The documentation of svc' },
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  });
}

const DESCRIPTION = [
  'The API of svc: what ran, what broke, what changed. A successful answer is `{"success": true, "data": …}`, an error ' +
    '`{"success": false, "error": {"code", "message", "details"?}}`. Every answer has the header `X-Request-Id`, and every ' +
    'request that counts against the rate limit gets its headers.',
  'These statuses are the same for all operations; an operation lists only those that it adds.',
  statusTable([
    [400, 'The request is invalid; `details` names the fields', 'Correct the request'],
    [401, 'The key or session is missing or not valid', 'Send a valid key'],
    [403, 'The key or user may not do this', 'Use another key, or ask an admin'],
    [404, 'The object does not exist, or belongs to another organization', 'Check the id'],
    [429, 'The rate limit is reached', 'Retry after `Retry-After`'],
    [500, 'The server has a bug', 'Report it with the `X-Request-Id`'],
    [
      503,
      'The server is busy, stopping, or cannot reach its database',
      'Retry after `Retry-After`',
    ],
  ]),
].join('\n\n');

const UPLOAD_PATHS = ['/ingest', '/test-results'];

// trpc-to-openapi knows no headers.
const UPLOAD_HEADERS = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Key of the upload: a repeated upload with the same key returns the first answer. Replaces `idempotencyKey` of the body',
    schema: { type: 'string', maxLength: 255 },
  },
  {
    name: CI_RUN_HEADER,
    in: 'header',
    description:
      'Run of the upload, whose uploads count once against the rate limit: `<provider>:<runId>:<attempt>` of the CI run in the body; without one, `local:<execution.key>:1` or `local:<runId>:1`',
    schema: { type: 'string' },
  },
];

interface Operation {
  parameters?: object[];
  requestBody?: { content: Record<string, { schema: object } | undefined> };
  responses?: Record<string, Response | undefined>;
}

interface Response {
  description?: string;
  content?: Record<string, { schema?: unknown }>;
}

function buildResponses(operation: Operation): Record<string, Response> {
  const success = operation.responses?.['200'];
  const data = success?.content?.['application/json']?.schema ?? {};
  const schema = {
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, data },
    required: ['success', 'data'],
  };
  return {
    200: { description: 'Success', content: { 'application/json': { schema } } },
    ...Object.fromEntries(ERRORS.map(([code, status]) => [status, buildErrorResponse(code)])),
  };
}

const ERRORS = Object.entries(HTTP_STATUS_OF_ERROR);

function buildErrorResponse(code: string): Response {
  return {
    description: `\`${code}\``,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  };
}
