import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DOCS, renderGeneratedPages } from './generated-pages.ts';
import { renderLlmsFullTxt, renderLlmsTxt } from '../../apps/docs/src/llms-texts.ts';

// `pnpm docs:pages` writes them.
it.each(await renderGeneratedPages())('has the newest docs/$file', ({ file, text }) => {
  expect(readFileSync(join(DOCS, file), 'utf8')).toBe(text);
});

it('names every page in docs/llms.txt, with its description', () => {
  expect(readFileSync(join(DOCS, 'llms.txt'), 'utf8')).toBe(renderLlmsTxt(DOCS));
});

it('has the text of every page in llms-full.txt, which fits into the context of a model', () => {
  const full = renderLlmsFullTxt(DOCS);
  const missing = globSync('**/*.md', { cwd: DOCS }).filter((file) => {
    const [, text = ''] = readFileSync(join(DOCS, file), 'utf8').split(/^---\n[^]*?\n---\n/);
    return text === '' || !full.includes(`Source: ${file}\n\n${text.trim()}\n`);
  });
  expect(missing).toEqual([]);
  // About 125,000 tokens.
  expect(Buffer.byteLength(full)).toBeLessThan(500_000);
});
