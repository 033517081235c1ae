import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCS, renderGeneratedPages } from './generated-pages.ts';
import { renderLlmsTxt } from './llms-txt.ts';

// `pnpm docs:pages` writes them.
it.each(await renderGeneratedPages())('has the newest docs/$file', ({ file, text }) => {
  expect(readFileSync(join(DOCS, file), 'utf8')).toBe(text);
});

it('names every page in docs/llms.txt, with its description', () => {
  expect(readFileSync(join(DOCS, 'llms.txt'), 'utf8')).toBe(renderLlmsTxt(DOCS));
});
