import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { publicPackages } from '../../packaging/public-packages.ts';
import { importsOf } from '../imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/trust/dependencies.md`, 'utf8');

it('names each package that a public package installs', () => {
  const installed = publicPackages().flatMap(({ folder }) => {
    const manifest = readManifest(folder);
    return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  });
  expect(readNames('Installed packages')).toEqual(installed.toSorted());
});

it('names each package that the bundles contain for code of svc', () => {
  const installedByClient = Object.keys(readManifest('packages/client').dependencies ?? {});
  const bundled = [...listImported()].filter((name) => name !== '@trpc/client');
  expect(installedByClient).toContain('@trpc/client');
  // The build copies the trace viewer. The other two are peers that bundled packages import.
  const others = ['playwright-core', '@aws-sdk/s3-request-presigner', 'zod-openapi'];
  expect(readNames('Bundled packages')).toEqual([...bundled, ...others].toSorted());
});

/** The first column of the section's table. */
function readNames(heading: string): string[] {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, name = '']) => name).toSorted();
}

/** Packages that code of the public packages loads, and of the private packages in their bundles. */
function listImported(): Set<string> {
  const files = globSync('{packages/*,apps/server}/src/**/*.ts', { cwd: ROOT });
  return new Set(
    files
      .filter((file) => !/\.(?:test|prove)\.ts$/.test(file))
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      // Most files import nothing foreign, and parsing all of them takes seconds.
      .filter((code) => /(?:from|import\(|^import) ?'(?!\.|node:|@svc\/)/m.test(code))
      .flatMap((code) => importsOf(code))
      .filter(({ to, typeOnly }) => !typeOnly && !/^(?:node:|\.|@svc\/)/.test(to))
      .map(({ to }) => to.split('/', to.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !FRAMEWORKS.includes(name)),
  );
}

/** Loaded from the project that is tested. */
const FRAMEWORKS = ['jest', 'vitest', '@playwright/test'];

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
}

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
