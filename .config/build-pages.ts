import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Builds the dashboard and the documentation, each unless its files are newer than everything it is made of: it takes
// seconds, and every `pnpm start` comes by here.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const DASHBOARD = [
  'apps/dashboard/{src,public}/**/*',
  'apps/dashboard/*.*',
  'packages/{client,contract}/src/**/*.ts',
  'pnpm-lock.yaml',
];

const DOCS = ['docs/**/*', 'apps/docs/{src,public}/**/*', 'apps/docs/*.*', 'pnpm-lock.yaml'];

if (isStale('apps/dashboard/dist/index.html', DASHBOARD)) {
  const { build } = await import('vite');
  // A test run that packs has set it to `test`, which bundles the development build of React.
  process.env['NODE_ENV'] = 'production';
  await build({ root: `${ROOT}apps/dashboard`, logLevel: 'warn' });
}

if (isStale('apps/docs/dist/inline-scripts.json', DOCS)) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build'],
    {
      cwd: `${ROOT}apps/docs`,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  );
  if (status !== 0) throw new Error(`building the documentation failed:\n${stdout}\n${stderr}`);
}

/** Whether one of the sources is newer than the built file. */
function isStale(built: string, sources: string[]): boolean {
  return newestOf([built]) < newestOf(sources);
}

/** Modification time of the newest file, in milliseconds; 0 if no file matches. */
function newestOf(patterns: string[]): number {
  const files = globSync(patterns, { cwd: ROOT });
  return Math.max(0, ...files.map((file) => statSync(`${ROOT}${file}`).mtimeMs));
}
