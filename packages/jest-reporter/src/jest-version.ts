import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isErrno } from '@svc/reporter-core/text/is-errno';

/**
 * The version of the Jest that runs. Jest does not hand it over, so the package is looked for from the
 * command that was started, and then from the project.
 */
export function jestVersion(rootDir: string): string {
  const places = [process.argv[1] ?? '', join(rootDir, 'package.json')];
  for (const place of places.filter((path) => path !== '')) {
    const version = versionFrom(place);
    if (version !== undefined) return version;
  }
  return 'unknown';
}

function versionFrom(place: string): string | undefined {
  try {
    const manifest: { version: string } = createRequire(place)('jest/package.json');
    return manifest.version;
  } catch (error) {
    // No Jest to be found from there, as with one that is installed for the whole machine.
    if (isErrno(error)) return undefined;
    throw error;
  }
}
