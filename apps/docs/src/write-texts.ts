import { cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { renderLlmsFullTxt } from './llms-texts.ts';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/** Puts what agents read beside the pages: `llms.txt`, the Markdown that it links to, and all of it as `llms-full.txt`. */
export function writeTexts(): AstroIntegration {
  return {
    name: 'write-texts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        cpSync(DOCS, dir, { recursive: true, filter: (file) => !/\.(?!md$|txt$)\w+$/.test(file) });
        writeFileSync(new URL('llms-full.txt', dir), renderLlmsFullTxt(DOCS));
      },
    },
  };
}
