import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Deps } from '../deps.ts';

type Prefix = Pick<Deps['config'], 'basePath'>;

/**
 * With a path in SVC_BASE_URL: removes this path from the address of a request, so that every route exists with and
 * without it. A proxy may thus pass the path on or remove it. No route begins with it: settings.ts refuses that.
 */
export function createRewriteUrl({ basePath }: Prefix): FastifyServerOptions['rewriteUrl'] {
  if (basePath === '') return undefined;
  // The request line of a client of a forward proxy begins with the host.
  const path = basePath.replaceAll('.', String.raw`\.`);
  const prefix = new RegExp(String.raw`^(\w+://[^/]*)?${path}(?:/|(?=\?)|$)`);
  return ({ url = '' }) => url.replace(prefix, '$1/');
}

/** A built page whose own addresses begin with `./`, as the page of every address below `folder`. */
export function placePage(html: string, folder: string): string {
  return html.replaceAll('="./', `="${folder}/`);
}

/** Adds the path to redirects, which routes and libraries write without it. */
export function addPrefixToRedirects(app: FastifyInstance, { basePath }: Prefix): void {
  if (basePath === '') return;
  app.addHook('onSend', async (_request, reply) => {
    const location = String(reply.getHeader('location') ?? '');
    const isPrefixed = location === basePath || location.startsWith(`${basePath}/`);
    if (/^\/(?!\/)/.test(location) && !isPrefixed) reply.header('Location', basePath + location);
  });
}
