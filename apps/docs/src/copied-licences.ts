import { appendFileSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { AstroIntegration } from 'astro';

/**
 * Adds the licences of packages whose scripts and styles get into the site past the bundler, which lists only its own:
 * the search, and the frames of code.
 */
export function addCopiedLicences(file: string): AstroIntegration {
  return {
    name: 'add-copied-licences',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const starlight = find('@astrojs/starlight', import.meta.url);
        const code = ['astro-expressive-code', 'rehype-expressive-code', 'expressive-code'].reduce(
          (from, name) => find(name, from),
          starlight,
        );
        const parts = Object.keys(read(code).dependencies ?? {}).map((name) => find(name, code));
        for (const manifest of [find('pagefind', starlight), ...parts]) {
          appendFileSync(new URL(file, dir), renderLicence(manifest));
        }
      },
    },
  };
}

/** In the form of Vite's own list. */
function renderLicence(path: string): string {
  const { name, version, license } = read(path);
  const texts = globSync('LICEN[CS]E{,/}*', { cwd: dirname(path), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} has no licence`);
  return `\n## ${name} - ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

function find(name: string, from: string): string {
  const path = findPackageJSON(name, from);
  if (path === undefined) throw new Error(`${name} is not installed for ${from}`);
  // pnpm links packages, and finds their own from where they really are.
  return realpathSync(path);
}

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

function read(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
