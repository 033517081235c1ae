import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Builds unless each package's build is newer than its source. `pnpm build` takes seconds to find that out.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD_INFO = 'tsconfig.build.tsbuildinfo';

/** Packages that are bundled after their build, each with a file of its bundle. */
const BUNDLES: [RegExp, string][] = [
  [/-reporter$|\/client$/, 'dist/index.js'],
  [/\/(?:cli|server)$/, 'dist/main.js'],
];

function isFresh(folder: string): boolean {
  const built = timeOf(`${ROOT}${folder}/${BUILD_INFO}`);
  const sources = globSync(['src/**/*.ts', '*.json'], { cwd: `${ROOT}${folder}` });
  const isBuilt = sources
    .filter((file) => !file.endsWith('.test.ts'))
    .every((file) => timeOf(`${ROOT}${folder}/${file}`) <= built);
  const bundle = BUNDLES.find(([name]) => name.test(folder))?.[1];
  return isBuilt && (bundle === undefined || timeOf(`${ROOT}${folder}/${bundle}`) >= built);
}

/** Modification time in milliseconds; 0 for a missing file. */
function timeOf(file: string): number {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}

const folders = globSync('{packages,apps}/*/tsconfig.build.json', { cwd: ROOT }).map((file) =>
  file.slice(0, file.lastIndexOf('/')),
);
if (!folders.every(isFresh)) {
  const { status } = spawnSync('npx', ['-y', 'pnpm@12', '--silent', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.exitCode = status ?? 1;
}
