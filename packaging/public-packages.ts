import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface PublicPackage {
  name: string;
  version: string;
  /** From the repository's root. */
  folder: string;
  /** Name of its tarball: `@svc/cli` becomes `svc-cli-0.1.0.tgz`. */
  tarball: string;
}

/** The packages that npm gets: those whose package.json does not say `private`. */
export function publicPackages(root = ROOT): PublicPackage[] {
  return globSync('{packages,apps}/*/package.json', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
      const { name, version } = manifest;
      if (manifest.private === true) return [];
      const tarball = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
      return [{ name, version, folder: dirname(file), tarball }];
    });
}

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
}
