import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { placePage } from '../path-prefix.ts';

// The files of the search.
const INDEX = /\.(?:pagefind|pf_\w+)$/;

// File names below /_astro contain a hash of their content.
const FOREVER = 'public, max-age=31536000, immutable';

/** The built documentation, so that a server without internet has it, with its search. Anybody may read it. */
export async function registerDocumentation(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const { docsDir, basePath } = deps.config;
  if (!existsSync(`${docsDir}/index.html`)) return;
  const inlineScripts = z
    .array(z.string())
    .parse(JSON.parse(await readFile(`${docsDir}/inline-scripts.json`, 'utf8')));
  const policy = buildPolicy(inlineScripts);
  await app.register(fastifyStatic, {
    root: docsDir,
    redirect: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', path.includes('/_astro/') ? FOREVER : 'no-cache');
      reply.header('Content-Security-Policy', policy);
      // The index is compressed already. Another type would be compressed again.
      if (INDEX.test(path)) reply.header('Content-Type', 'application/gzip');
    },
  });
  app.get('', (_request, reply) => reply.redirect('docs/', 301));
  const missing = placePage(await readFile(`${docsDir}/404.html`, 'utf8'), `${basePath}/docs`);
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .send(missing),
  );
}

/** Only scripts of the documentation run. Its search is WebAssembly, and its highlighting sets colours inline. */
function buildPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((name) => `'${name}'`).join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
