import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = '{apps,packages}/*/{src,test}/**/*.{ts,tsx}';
const REFERENCE = /@see (docs\/[\w./-]+\.md), "([^"\n]+)"/g;

it('names an existing page and heading in each @see of a page', () => {
  const references = globSync(SOURCES, { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(REFERENCE)].map(([text, page = '', heading = '']) => ({
      where: `${file}: ${text}`,
      exists: headingsOf(page).has(heading),
    })),
  );
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter(({ exists }) => !exists).map(({ where }) => where)).toEqual([]);
});

it('names a page and a heading in one form', () => {
  const mentions = globSync(SOURCES, { cwd: ROOT }).flatMap((file) =>
    [
      ...read(file)
        .replaceAll(REFERENCE, '')
        .matchAll(/@see (?:definitions|docs\/).*/g),
    ].map(([text]) => `${file}: ${text}`),
  );
  expect(mentions).toEqual([]);
});

/** The headings of a page; none if it does not exist. */
function headingsOf(page: string): Set<string> {
  if (!existsSync(join(ROOT, page))) return new Set();
  return new Set(Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
