import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/** Lets links between the Markdown files, which a forge follows as they are, lead to the pages of the site. */
export function linkToPages() {
  return (tree: Root, file: { path: string }): void => {
    visit(tree, 'element', ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName !== 'a' || typeof href !== 'string') return;
      const link = /^(?<path>[^#:]+)\.md(?<anchor>#.*)?$/.exec(href)?.groups;
      if (link === undefined) return;
      const target = relative(DOCS, join(dirname(file.path), link['path'] ?? ''));
      const page = target.replace(/(?:^|\/)index$/, '');
      properties['href'] = `/docs/${page === '' ? '' : `${page}/`}${link['anchor'] ?? ''}`;
    });
  };
}
