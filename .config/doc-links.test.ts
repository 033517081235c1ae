import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
// Written at the same time as this test.
const AWAITED = new Set(['docs/operate/index.md', 'docs/read/index.md']);
// `[text](target)` and `[name]: target`; not addresses of other sites.
const LINK = /(?:\]\(|^\[[\w-]+\]: )((?![a-z]+:)[^\s)]+)/gm;

it('links only to files and headings that exist', () => {
  const links = PAGES.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(LINK)].map(([, target = '']) => ({ page, target })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ page, target }) => !leadsSomewhere(page, target))).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, file))) return AWAITED.has(file);
  return anchor === undefined || listAnchors(read(file)).includes(anchor);
}

/** The anchors that GitHub and Starlight give to headings. */
function listAnchors(text: string): string[] {
  return Array.from(withoutCode(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
