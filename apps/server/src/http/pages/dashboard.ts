import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { placePage } from '../path-prefix.ts';
import { isOnViewerHost } from './trace-viewer.ts';

/** Addresses that are not the dashboard's: an unknown one below them is an error, not a page. */
const API = /^\/(?:api|docs|trpc|artifacts|trace-viewer|healthz|readyz|metrics)(?:[/?]|$)/;

// File names below /assets contain a hash of their content.
const FOREVER = 'public, max-age=31536000, immutable';

/** The dashboard's built files, and its page at every address that it may have. */
export async function registerDashboard(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const { dashboardDir, basePath } = deps.config;
  if (!existsSync(`${dashboardDir}/index.html`)) {
    app.get('/', (_request, reply) => sayNotBuilt(reply, deps));
    return;
  }
  const page = placePage(await readFile(`${dashboardDir}/index.html`, 'utf8'), basePath);
  await app.register(fastifyStatic, {
    root: dashboardDir,
    // The build wrote .br and .gz files next to the texts.
    preCompressed: true,
    index: false,
    // The page is only sent by the route below, with its policy.
    globIgnore: ['index.html*'],
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/assets/') ? FOREVER : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    // A check whether the server is up requests '/' and accepts any type.
    const asksForPage =
      request.headers.accept?.includes('text/html') === true || /^\/(?:\?|$)/.test(request.url);
    if (API.test(request.url) || !asksForPage) return reply.callNotFound();
    // The user typed 127.0.0.1, where a session would give no access.
    if (isOnViewerHost(deps.config, request)) {
      return reply.redirect(`${deps.config.baseUrl}${request.url}`);
    }
    // A page that a browser has kept must not name files that a newer version no longer has.
    reply.header('Cache-Control', 'no-cache');
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    // Fallback for browsers without frame-ancestors.
    reply.header('X-Frame-Options', 'DENY');
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/**
 * Only the dashboard's own scripts run, and the page reaches no other host: the server itself sends every artifact.
 * Styles may be inline, because Mantine writes its variables and positions into the document.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

function sayNotBuilt(reply: FastifyReply, { version, config }: Deps): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .send(
      `svc ${version}\n\nThe dashboard's files are missing: run \`pnpm build\`. The API is described at ${config.baseUrl}/api/docs\n`,
    );
}
