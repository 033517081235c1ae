import { globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

/** Further Node versions that a package requires, from the documentation of Node. */
const NEEDS: Record<string, string> = {
  // AbortSignal.any
  'packages/client': '20.3.0',
  // zlib.zstdDecompress also exists in 22.15, but only 24 has it in every release.
  'apps/server': '24.0.0',
};

const FOLDERS = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map(dirname).sort();

describe.each(FOLDERS)('%s', (folder) => {
  const { engines, dependencies = {} } = manifestIn(join(ROOT, folder));

  it('names the oldest Node that it runs on, and none older than its dependencies allow', () => {
    const oldest = oldestOf(engines?.node ?? '');
    expect(oldest).toBeDefined();
    const tooNew = Object.keys(dependencies).filter((name) => {
      const needed = oldestOf(manifestIn(join(ROOT, folder, 'node_modules', name)).engines?.node);
      return needed !== undefined && isOlder(oldest ?? [], needed);
    });
    expect(tooNew).toEqual([]);
    expect(isOlder(oldest ?? [], oldestOf(NEEDS[folder]) ?? [])).toBe(false);
  });
});

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(realpathSync(folder), 'package.json'), 'utf8')) as Manifest;
}

/** The oldest version in a range such as `^20.3 || >=22`, as its numbers. Undefined if the range has none. */
function oldestOf(range: string | undefined): number[] | undefined {
  const versions = range?.match(/\d+(?:\.\d+)*/g) ?? [];
  const [oldest] = versions
    .map((version) => version.split('.').map(Number))
    .sort((a, b) => (isOlder(a, b) ? -1 : 1));
  return oldest;
}

function isOlder(one: readonly number[], other: readonly number[]): boolean {
  for (const index of [0, 1, 2]) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
