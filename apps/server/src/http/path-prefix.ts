import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Deps } from '../deps.ts';

type Prefix = Pick<Deps['config'], 'basePath'>;

/**
 * Cuts the host off the address in the request line of a client of a forward proxy. With a path in SVC_BASE_URL, removes
 * this path, so that every route exists with and without it, and a proxy may pass the path on or remove it. No route begins
 * with it: settings.ts refuses that.
 */
export function createRewriteUrl({ basePath }: Prefix): FastifyServerOptions['rewriteUrl'] {
  const path = basePath.replaceAll('.', String.raw`\.`);
  const prefix = new RegExp(String.raw`^${path}(?:/|(?=\?)|$)`);
  return ({ url = '', headers: { host } }) => cutHost(url, host).replace(prefix, '/');
}

/** Leaves another host than that of the Host header: ambiguous-requests.ts refuses it. */
function cutHost(url: string, host: string | undefined): string {
  if (url.startsWith('/') || URL.parse(url)?.host !== host?.toLowerCase()) return url;
  return url.replace(/^\w+:\/\/[^/?]*/, '');
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
