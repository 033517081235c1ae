import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isErrno } from '@svc/reporter-core/text/unknown-value';

/**
 * The version of the running Jest. Jest does not provide it, so the code looks for the package from the started
 * command, then from the project.
 */
export function readJestVersion(rootDir: string): string {
  const places = [process.argv[1] ?? '', join(rootDir, 'package.json')];
  for (const place of places.filter((path) => path !== '')) {
    const version = findVersion(place);
    if (version !== undefined) return version;
  }
  return 'unknown';
}

function findVersion(place: string): string | undefined {
  try {
    const manifest: { version: string } = createRequire(place)('jest/package.json');
    return manifest.version;
  } catch (error) {
    // Jest cannot be found from there, for example if it is installed globally.
    if (isErrno(error)) return undefined;
    throw error;
  }
}
