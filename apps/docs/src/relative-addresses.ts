import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';

/**
 * Makes the addresses of the built site relative, so that it works below any path: `/docs/`, `/svc/docs/`. The server
 * answers with 404.html at any depth, and replaces its `./`.
 */
export function makeAddressesRelative(base: string): AstroIntegration {
  return {
    name: 'make-addresses-relative',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const change = (files: string, replace: (text: string, file: string) => string): void => {
          for (const file of globSync(files, { cwd: dir })) {
            const place = new URL(file, dir);
            writeFileSync(place, replace(readFileSync(place, 'utf8'), file));
          }
        };
        change('**/*.html', (html, file) =>
          html.replaceAll(`="${base}/`, `="${'../'.repeat(file.split('/').length - 1) || './'}`),
        );
        change('_astro/*.{js,css}', (code, file) => {
          const relative = code.replaceAll(
            new RegExp(`(["'\`])${base}/\\1`, 'g'),
            "(new URL('../',import.meta.url).pathname)",
          );
          if (relative.includes(`${base}/`)) throw new Error(`${file} has an absolute address`);
          return relative;
        });
      },
    },
  };
}
