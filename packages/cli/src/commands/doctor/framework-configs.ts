import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listFoldersUpToRepository } from '@svc/reporter-core/facts/repository-root';
import type { Framework } from '../init/frameworks.ts';
import { readManifest } from '../init/manifest.ts';

interface Project {
  directory: string;
  /** Whether the framework is installed in it. */
  isInstalled: boolean;
}

/**
 * The configurations of a framework in the nearest folder that has any, the one that counts first. A configuration of
 * Vite alone is one of Vitest only if Vitest is installed: many projects build with Vite and test with Jest.
 */
export async function findNearestConfigs(
  framework: Framework,
  project: Project,
): Promise<string[]> {
  for (const folder of listFoldersUpToRepository(project.directory)) {
    // Tidy repositories keep theirs in a `.config` folder.
    const found = [
      ...(await listConfigs(folder, framework, project)),
      ...(await listConfigs(join(folder, '.config'), framework, project)),
      ...(await findJestManifest(folder, framework, project)),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

const VITE = /^vite\./;

async function listConfigs(
  folder: string,
  { name, configs }: Framework,
  { isInstalled }: Project,
): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  // A workspace lists projects, which may have the reporter.
  const patterns = name === 'vitest' ? [...configs, /^vitest\.workspace\.[cm]?[jt]s$/] : configs;
  const found = patterns.flatMap((pattern) => files.filter((file) => pattern.test(file)).sort());
  return found.filter((file) => isInstalled || !VITE.test(file)).map((file) => join(folder, file));
}

/** Jest is often configured in package.json, or not at all. */
async function findJestManifest(
  folder: string,
  { name, dependency }: Framework,
  { isInstalled }: Project,
): Promise<string[]> {
  if (name !== 'jest') return [];
  const manifest = await readManifest(folder);
  if (manifest === undefined) return [];
  const isUsed = manifest.hasJest || (isInstalled && manifest.dependencies.has(dependency));
  return isUsed ? [manifest.path] : [];
}
