import { createHash } from 'node:crypto';
import type { FastifyApiReferenceOptions } from '@scalar/fastify-api-reference';
import fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document and its reference page, without authentication. Both are generated on first use. */
export async function registerDocs(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(deps));
    reply.type('application/json; charset=utf-8');
    return document;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // The page's script is 4 MB and changes only with the server.
    if (request.url.endsWith('.js')) reply.header('Cache-Control', 'public, max-age=86400');
    const isPage = typeof payload === 'string' && isHtml(reply.getHeader('content-type'));
    // The redirect to the page has no body, and no type.
    if (!isPage && !isRedirect(reply.statusCode)) return;
    reply.header('Content-Security-Policy', buildContentSecurityPolicy(isPage ? payload : ''));
    // Fallback for browsers without frame-ancestors.
    reply.header('X-Frame-Options', 'DENY');
  });
  let reference: Promise<{ inject: FastifyInstance['inject'] }> | undefined;
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) {
    app.get(path, async (request, reply) => {
      reference ??= openReference(deps.config.basePath);
      const { statusCode, headers, body } = await (await reference).inject({ url: request.url });
      reply.code(statusCode);
      for (const name of ['content-type', 'location']) {
        const value = headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return body;
    });
  }
}

/** An app of its own, because routes cannot be added after the start, and reading 4 MB would make that slower. */
async function openReference(basePath: string) {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  app.register(reference, {
    routePrefix: '/api/docs',
    configuration: {
      ...PAGE,
      url: `${basePath}/api/openapi.json`,
      // An address on the page's own host, the only one that the browser may call; SVC_BASE_URL may differ.
      servers: [{ url: `${basePath}/api` }],
    },
  });
  return app;
}

/**
 * A self-hosted page must not contact other hosts. The page's library has buttons that send the document, or the
 * reader's requests, to its vendor's services: all of them are off.
 */
const PAGE: FastifyApiReferenceOptions['configuration'] = {
  pageTitle: 'svc API',
  authentication: { preferredSecurityScheme: 'Authorization' },
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  // Hides the link to the vendor below the list of endpoints, which has no setting.
  customCss: 'a[href^="https://www.scalar.com"] { display: none !important; }',
};

/**
 * Scripts: the page's own file, and by its hash the inline script that starts it. Styles are inline because the
 * library writes them into the document while it renders.
 */
function buildContentSecurityPolicy(html: string): string {
  const inlineScripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)];
  const hashes = inlineScripts.map(([, text = '']) => `'sha256-${computeSha256(text)}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function isHtml(contentType: unknown): boolean {
  return typeof contentType === 'string' && contentType.startsWith('text/html');
}
