import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Writes `inline-scripts.json`: the hashes of the scripts within the pages, as a Content-Security-Policy names them. The
 * server allows these and no other.
 */
export function nameInlineScripts(): AstroIntegration {
  return {
    name: 'name-inline-scripts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const hashes = new Set<string>();
        for (const page of globSync('**/*.html', { cwd: dir })) {
          const html = readFileSync(new URL(page, dir), 'utf8');
          for (const [, attributes = '', script = ''] of html.matchAll(INLINE_SCRIPT)) {
            if (!attributes.includes('src='))
              hashes.add(`sha256-${hash('sha256', script, 'base64')}`);
          }
        }
        writeFileSync(
          fileURLToPath(new URL('inline-scripts.json', dir)),
          JSON.stringify([...hashes].toSorted()),
        );
      },
    },
  };
}

const INLINE_SCRIPT = /<script\b([^>]*)>(.*?)<\/script>/gs;
