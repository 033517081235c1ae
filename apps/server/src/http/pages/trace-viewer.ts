import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';

/*
 * A trace is a foreign page. Playwright's viewer shows its snapshots in a frame of the viewer's own origin, where a
 * forged trace runs any script. On the dashboard's origin, no header could contain it: the viewer needs a service
 * worker, so it cannot be sandboxed into an origin of its own; the worker makes the snapshots' documents, so they have
 * no content security policy; and a script can change the path that a Referer names, or open a page of the dashboard
 * and act in it. So the viewer is on another host. There a browser keeps everything of the dashboard from it: cookies,
 * windows, answers. The server also ignores cookies on that host, so that even a cookie that a browser sends there,
 * such as one of a parent domain, gives no access. Such a script can then read only its own trace.
 */

/** Removes the cookies of all requests to the viewer's host. Must run before anything that reads them. */
export function dropCookiesOfViewer(app: FastifyInstance, { config }: Deps): void {
  app.addHook('onRequest', async (request) => {
    if (isOnViewerHost(config, request)) delete request.raw.headers.cookie;
  });
}

/** Playwright's trace viewer, only on its own host. On any other, its addresses do not exist. */
export async function registerTraceViewer(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const { config } = deps;
  if (config.traceViewerUrl === null) return;
  const policy = buildContentSecurityPolicy(config.traceViewerUrl, config.traceViewerDir);
  app.addHook('onRequest', async (request, reply) => {
    if (!isOnViewerHost(config, request)) return reply.callNotFound();
    reply.headers({
      'Content-Security-Policy': policy,
      // No window of another site that it opens, or that opens it, can be reached.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });
  await app.register(fastifyStatic, {
    root: config.traceViewerDir,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Scripts and styles have a hash in their names, the pages and the worker have none.
      const isHashed = /\.[\w-]{8}\.(?:js|css|ttf)$|-[\w-]{8}\.js$/.test(path);
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Whether the request came to the host of the viewer, where no request has a session. */
export function isOnViewerHost(
  { traceViewerUrl }: Deps['config'],
  request: FastifyRequest,
): boolean {
  return traceViewerUrl !== null && request.host === new URL(traceViewerUrl).host;
}

/** The viewer requests only its own files and artifacts. */
function buildContentSecurityPolicy(url: string, folder: string): string {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const inlineScripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)];
  const hashes = inlineScripts.map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    `connect-src ${url}/trace-viewer/ ${url}/artifacts/ data: blob:`,
    "frame-src 'self' blob: data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
