import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { guard } from '../report/guard.ts';
import { listFoldersUpToRepository } from './repository-root.ts';

const MOST_CHARACTERS = 200;

/**
 * The default name of a project whose repository has no remote, or that is in none: the name in the package.json of the
 * repository's root, else of the next folder towards `directory`, without its scope.
 */
export function findManifestName(directory: string): string | undefined {
  return listFoldersUpToRepository(directory)
    .toReversed()
    .map((folder) =>
      guard(
        () => readManifestName(folder),
        () => undefined,
      ),
    )
    .find((name) => name !== undefined);
}

function readManifestName(folder: string): string | undefined {
  const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  const name = isRecord(manifest) ? manifest['name'] : undefined;
  if (typeof name !== 'string') return undefined;
  return (
    name
      .replace(/^@[^/]*\//, '')
      .trim()
      .slice(0, MOST_CHARACTERS) || undefined
  );
}
