import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { Manifest } from './manifest.ts';

// A larger workspace is set up package by package.
const MOST_PACKAGES = 500;

/** The folders of a workspace's packages, without its root, by path; none for a package without a workspace. */
export async function listWorkspaceFolders(folder: string, manifest: Manifest): Promise<string[]> {
  const patterns = [...manifest.workspaces, ...(await readPnpmPatterns(folder))];
  if (patterns.length === 0) return [];
  const { glob } = await import('tinyglobby');
  const found = await glob(
    patterns.map((pattern) => {
      const [, not = '', path = ''] = /^(!?)(?:\.\/)?(.*?)\/*$/.exec(pattern) ?? [];
      return `${not}${path}/package.json`;
    }),
    { cwd: folder, ignore: ['**/node_modules/**'], followSymbolicLinks: false },
  );
  return found
    .map((path) => join(folder, dirname(path)))
    .filter((path) => path !== folder)
    .toSorted()
    .slice(0, MOST_PACKAGES);
}

async function readPnpmPatterns(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'pnpm-workspace.yaml'), 'utf8').catch(() => '');
  if (text === '') return [];
  try {
    const workspace: unknown = parse(text);
    const packages = isRecord(workspace) ? workspace['packages'] : [];
    return Array.isArray(packages) ? packages.filter((one) => typeof one === 'string') : [];
  } catch {
    // pnpm itself complains of it.
    return [];
  }
}
