import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Bundles the dashboard unless its bundle is newer than everything it is made of: bundling takes seconds, and every
// `pnpm start` comes by here.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DASHBOARD = `${ROOT}apps/dashboard`;

const SOURCES = [
  'apps/dashboard/{src,public}/**/*',
  'apps/dashboard/*.*',
  'packages/{client,contract}/src/**/*.ts',
  'pnpm-lock.yaml',
];

/** Modification time of the newest file, in milliseconds; 0 if no file matches. */
function newestOf(patterns: string[]): number {
  const files = globSync(patterns, { cwd: ROOT });
  return Math.max(0, ...files.map((file) => statSync(`${ROOT}${file}`).mtimeMs));
}

if (newestOf(['apps/dashboard/dist/index.html']) < newestOf(SOURCES)) {
  const { build } = await import('vite');
  // A test run that packs has set it to `test`, which bundles the development build of React.
  process.env['NODE_ENV'] = 'production';
  await build({ root: DASHBOARD, logLevel: 'warn' });
}
