import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCS = join(ROOT, 'docs');
const PAGES = globSync('**/*.md', { cwd: DOCS }).toSorted();

/** Pages beside the documentation, which may link to files anywhere in the repository. */
const OUTSIDE = globSync(['*.md', '{apps,packages,examples}/*/README.md'], { cwd: ROOT }).map(
  (page) => `../${page}`,
);

it('gives each page a title and a description, and no second title', () => {
  const wrong = PAGES.filter((page) => {
    const text = readFileSync(join(DOCS, page), 'utf8');
    return (
      !/^---\ntitle: .+\ndescription: .+\n(?:.+\n)*---\n/.test(text) ||
      /^# /m.test(withoutCode(text))
    );
  });
  expect(PAGES.length).toBeGreaterThan(4);
  expect(wrong).toEqual([]);
});

it('links to pages, headings and pictures that exist, those of docs/ within it', () => {
  const links = [...PAGES, ...OUTSIDE].flatMap((page) =>
    [...withoutCode(readFileSync(join(DOCS, page), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = '']) => ({ page, link }),
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  const broken = links.filter(({ page, link }) => !isThere(page, link));
  expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
});

it('leads from each formula of the dashboard to a heading', () => {
  const formulas = globSync('apps/dashboard/src/pages/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdefinition="([^"#]+)#([^"]+)"/g),
      ([, path = '', anchor = '']) => ({ file, path, anchor }),
    ),
  );
  expect(formulas.length).toBeGreaterThan(20);
  const broken = formulas.filter(
    ({ path, anchor }) => !headingsOf(join(DOCS, `${path}.md`)).has(anchor),
  );
  expect(broken).toEqual([]);
});

function isThere(page: string, link: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? join(DOCS, page) : join(DOCS, dirname(page), path);
  const leaves = relative(DOCS, file).startsWith('..') && !OUTSIDE.includes(page);
  if (leaves || !existsSync(file)) return false;
  return anchor === undefined || headingsOf(file).has(anchor);
}

/** The anchors of a page, as forges and the site make them. */
function headingsOf(file: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) => slugger.slug(heading.replaceAll('`', ''))),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, '');
}
