import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document and its reference page, for anybody. Both are made when first asked for. */
export async function docs(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(deps));
    reply.type('application/json; charset=utf-8');
    return document;
  });
  // The page's script is 4 MB and changes only with the server.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.endsWith('.js')) reply.header('Cache-Control', 'public, max-age=86400');
  });
  const { default: reference } = await import('@scalar/fastify-api-reference');
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/openapi.json',
      pageTitle: 'svc API',
      telemetry: false,
      // A self-hosted page asks nobody else for anything.
      withDefaultFonts: false,
    },
  });
}
