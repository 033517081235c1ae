import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Root } from 'hast';
import { visit } from 'unist-util-visit';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/**
 * Lets links between the files, which a forge follows as they are, lead to the pages of the site, and to the files beside
 * them: the address of a page is a folder deeper than its file.
 */
export function linkToPages() {
  return (tree: Root, file: { path: string }): void => {
    visit(tree, 'element', ({ tagName, properties }) => {
      const { href } = properties;
      if (tagName !== 'a' || typeof href !== 'string') return;
      const [, path, anchor = ''] = /^(?!\/)([^#:]+)(#.*)?$/.exec(href) ?? [];
      if (path === undefined) return;
      const target = relative(DOCS, join(dirname(file.path), path));
      const address = target.replace(/(?:(?:^|\/)index)?\.md$/, '/').replace(/^\/$/, '');
      properties['href'] = `/docs/${address}${anchor}`;
    });
  };
}
