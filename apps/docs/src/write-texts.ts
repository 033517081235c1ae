import { cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { renderLlmsFullTxt } from './llms-texts.ts';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/**
 * Puts beside the pages what they link to, and what agents read: `llms.txt`, the Markdown that it links to, and all of it
 * as `llms-full.txt`. The pictures are in the site already.
 */
export function writeTexts(): AstroIntegration {
  return {
    name: 'write-texts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        cpSync(DOCS, dir, { recursive: true, filter: (file) => !file.endsWith('.png') });
        writeFileSync(new URL('llms-full.txt', dir), renderLlmsFullTxt(DOCS));
      },
    },
  };
}
