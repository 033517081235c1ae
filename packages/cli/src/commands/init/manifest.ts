import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';

/** A package.json. */
export interface Manifest {
  path: string;
  code: string;
  dependencies: ReadonlySet<string>;
  scripts: Readonly<Record<string, string>>;
  /** Its `.js` and `.ts` files are ES modules. */
  isModule: boolean;
  /** Jest's configuration may be in it. */
  hasJest: boolean;
  packageManager: string | undefined;
  /** Where the packages of its workspace are, as npm, Yarn and Bun read it; none without a workspace. */
  workspaces: readonly string[];
}

/** The package.json of a folder; undefined without one that can be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, 'package.json');
  const code = await readFile(path, 'utf8').catch(() => undefined);
  const manifest = code === undefined ? undefined : parseJson(code);
  if (code === undefined || !isRecord(manifest)) return undefined;
  const { scripts, packageManager } = manifest;
  return {
    path,
    code,
    dependencies: new Set(
      ['dependencies', 'devDependencies'].flatMap((field) => getKeys(manifest[field])),
    ),
    scripts: isRecord(scripts)
      ? Object.fromEntries(
          Object.entries(scripts).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          ),
        )
      : {},
    isModule: manifest['type'] === 'module',
    hasJest: isRecord(manifest['jest']),
    workspaces: parsePatterns(manifest['workspaces']),
    packageManager: typeof packageManager === 'string' ? packageManager : undefined,
  };
}

/** Yarn 1 also has them below `packages`. */
function parsePatterns(value: unknown): string[] {
  const patterns = isRecord(value) ? value['packages'] : value;
  return Array.isArray(patterns) ? patterns.filter((one) => typeof one === 'string') : [];
}

function getKeys(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
