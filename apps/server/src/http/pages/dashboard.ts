import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';

/** Addresses that are not the dashboard's: an unknown one below them is an error of the API, not a page. */
const API = /^\/(?:api|trpc|artifacts|trace-viewer|healthz|readyz|metrics)(?:[/?]|$)/;

// File names below /assets contain a hash of their content.
const FOREVER = 'public, max-age=31536000, immutable';

/** The dashboard's built files, and its page at every address that it may have. */
export async function dashboard(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const { dashboardDir, storage } = deps.config;
  if (!existsSync(`${dashboardDir}/index.html`)) {
    app.get('/', (_request, reply) => sayNotBuilt(reply, deps));
    return;
  }
  const policy = contentSecurityPolicy(storage);
  await app.register(fastifyStatic, {
    root: dashboardDir,
    // The build wrote .br and .gz files beside the texts.
    preCompressed: true,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/assets/') ? FOREVER : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    const asksForPage = request.headers.accept?.includes('text/html') === true;
    if (API.test(request.url) || !asksForPage) return reply.callNotFound();
    // A page that a browser has kept must not name files that a newer version no longer has.
    reply.header('Cache-Control', 'no-cache');
    reply.header('Content-Security-Policy', policy);
    // For browsers that do not know frame-ancestors.
    reply.header('X-Frame-Options', 'DENY');
    return reply.sendFile('index.html', { cacheControl: false });
  });
}

/**
 * Only the dashboard's own scripts run. Styles may be inline, because Mantine writes its variables and positions into
 * the document. Images and videos may also come from the bucket that signed addresses lead to.
 */
function contentSecurityPolicy(storage: Deps['config']['storage']): string {
  const files = originsOf(storage).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: ${files}`,
    `media-src 'self' ${files}`,
    `connect-src 'self' ${files}`,
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((directive) => directive.trim())
    .join('; ');
}

/** Where the bucket serves its objects: by path, and with the bucket's name in front of the host. */
function originsOf(storage: Deps['config']['storage']): string[] {
  if (storage.kind === 'disk') return [];
  const { protocol, host } = new URL(
    storage.endpoint ?? `https://s3.${storage.region}.amazonaws.com`,
  );
  return [`${protocol}//${host}`, `${protocol}//${storage.bucket}.${host}`];
}

function sayNotBuilt(reply: FastifyReply, { version, config }: Deps): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .send(
      `svc ${version}\n\nThe dashboard's files are missing: run \`pnpm build\`. The API is described at ${config.baseUrl}/api/docs\n`,
    );
}
