import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFoldersUpToRepository } from '@svc/reporter-core/facts/repository-root';
import { readManifest, type Manifest } from './manifest.ts';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCKFILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/**
 * The package manager of a project: by the nearest lockfile in `folders`, which lead from the project to the
 * repository's root, else by the field packageManager, else npm.
 */
export function detectPackageManager(
  folders: readonly string[],
  manifest: Manifest,
): PackageManager {
  for (const folder of folders) {
    const found = LOCKFILES.find(([file]) => existsSync(join(folder, file)));
    if (found !== undefined) return found[1];
  }
  const stated = manifest.packageManager?.replace(/@.*/, '');
  return LOCKFILES.find(([, manager]) => manager === stated)?.[1] ?? 'npm';
}

/** The command that adds development dependencies to the project in `folder`. */
export function buildInstallCommand(
  manager: PackageManager,
  packages: readonly string[],
  { folder, manifest }: { folder: string; manifest: Manifest },
): string {
  // pnpm and Yarn 1 refuse to add to the root of a workspace without it. Later Yarns do not know -W.
  const isRoot = existsSync(join(folder, 'pnpm-workspace.yaml'));
  const isYarnRoot = isYarn1(folder, manifest) && manifest.workspaces.length > 0;
  const words: Record<PackageManager, string> = {
    npm: 'npm install --save-dev',
    pnpm: `pnpm add --save-dev${isRoot ? ' --workspace-root' : ''}`,
    yarn: `yarn add --dev${isYarnRoot ? ' -W' : ''}`,
    bun: 'bun add --dev',
  };
  return `${words[manager]} ${packages.join(' ')}`;
}

/** The same for the project whose folder `directory` is in: the nearest one with a package.json. */
export async function proposeInstallCommand(
  directory: string,
  packages: readonly string[],
): Promise<string> {
  for (const folder of listFoldersUpToRepository(directory)) {
    const manifest = await readManifest(folder);
    if (manifest === undefined) continue;
    const manager = detectPackageManager(listFoldersUpToRepository(folder), manifest);
    return buildInstallCommand(manager, packages, { folder, manifest });
  }
  return `npm install --save-dev ${packages.join(' ')}`;
}

/**
 * What starts a program of the project's packages. npx does not find them with Yarn's Plug'n'Play, which has no
 * node_modules, and Bun does not need npm to be installed.
 */
export function chooseRunner(manager: PackageManager): string {
  if (manager === 'yarn') return 'yarn';
  return manager === 'bun' ? 'bunx' : 'npx';
}

/** By the field packageManager, else by what later versions have beside the lockfile. */
function isYarn1(folder: string, { packageManager }: Manifest): boolean {
  const stated = /^yarn@(\d+)/.exec(packageManager ?? '')?.[1];
  if (stated !== undefined) return stated === '1';
  return !existsSync(join(folder, '.yarnrc.yml'));
}
