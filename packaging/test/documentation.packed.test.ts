import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

const site = join(inject('serverFolder'), 'node_modules/@svc/server/dist/docs');
const ORIGIN = 'http://localhost';

it('has every page, file and heading that its pages lead to', () => {
  const pages = globSync('**/*.html', { cwd: site });
  const links = pages.flatMap((page) => {
    const address = `${ORIGIN}/docs/${page.replace(/index\.html$/, '')}`;
    return Array.from(
      readFileSync(join(site, page), 'utf8').matchAll(/(?:href|src)="([^"]*)"/g),
      ([, link = '']) => ({ page, to: new URL(link.replaceAll('&amp;', '&'), address) }),
    );
  });
  const within = links.filter(({ to }) => to.href.startsWith(`${ORIGIN}/docs/`));
  expect(within.length).toBeGreaterThan(1_000);
  expect(within.map(({ to }) => to.pathname)).toContain('/docs/operate/alerts.yaml');
  const broken = within.filter(({ to }) => !isThere(to));
  expect(broken.map(({ page, to }) => `${page}: ${to.pathname}${to.hash}`)).toEqual([]);
});

function isThere({ pathname, hash }: URL): boolean {
  const file = join(
    site,
    pathname.replace('/docs/', ''),
    pathname.endsWith('/') ? 'index.html' : '',
  );
  if (!existsSync(file)) return false;
  const id = decodeURIComponent(hash.slice(1));
  return id === '' || readFileSync(file, 'utf8').includes(`id="${id}"`);
}
