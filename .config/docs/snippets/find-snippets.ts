import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A fenced block of a page. */
export interface Snippet {
  /** From the repository's root. */
  page: string;
  /** Of the first line of the text, from 1. */
  line: number;
  /** Empty if the fence names none. */
  language: string;
  text: string;
}

/** Every page that people read: the documentation, and the READMEs of the repository and its packages. */
export const PAGES = globSync(
  ['*.md', 'docs/**/*.md', '{apps,packages,examples}/*/README.md', '.github/**/*.md'],
  { cwd: ROOT },
).toSorted();

export function readPage(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}

/** The fenced blocks of all pages. */
export function findSnippets(): Snippet[] {
  return PAGES.flatMap((page) =>
    Array.from(readPage(page).matchAll(FENCED), (match) => {
      const [, indent = '', , language = '', text = ''] = match;
      const before = match.input.slice(0, match.index);
      return {
        page,
        line: before.split('\n').length + 1,
        language,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      };
    }),
  );
}

const FENCED = /^( *)(`{3,})(\S*).*\n([^]*?)^\1\2$/gm;

/** Packages of others that pages install, and this repository does not. */
export const FOREIGN_PACKAGES = ['@opentelemetry/sdk-node'];
