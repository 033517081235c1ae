import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '@svc/contract/parsed-json';
import { isRecord } from '@svc/reporter-core/text/unknown-value';

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
  /** It is the root of a workspace, for npm, Yarn and Bun. */
  hasWorkspaces: boolean;
}

/** The package.json of a folder; undefined without one that can be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, 'package.json');
  const code = await readFile(path, 'utf8').catch(() => undefined);
  const manifest = code === undefined ? undefined : parsedJson(code);
  if (code === undefined || !isRecord(manifest)) return undefined;
  const { scripts, packageManager } = manifest;
  return {
    path,
    code,
    dependencies: new Set(
      ['dependencies', 'devDependencies'].flatMap((field) => keysOf(manifest[field])),
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
    hasWorkspaces: 'workspaces' in manifest,
    packageManager: typeof packageManager === 'string' ? packageManager : undefined,
  };
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}
