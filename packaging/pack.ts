import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, ROOT } from './public-packages.ts';
import { writeSboms } from './release/sbom.ts';

/** Builds all public packages, and writes their tarballs, as npm gets them, into the folder. */
export function pack(destination: string): void {
  build();
  writeSboms(run);
  const filters = publicPackages().flatMap(({ name }) => ['--filter', name]);
  run('npx', ['-y', 'pnpm@12', '-r', ...filters, 'pack', '--pack-destination', destination]);
}

/** Makes the `dist` folders what a tarball has: nothing is left of earlier builds, and the server has its pages. */
export function build(): void {
  // The clock of the file system, also in a test run that moves `Date`.
  const startedMs = performance.timeOrigin + performance.now();
  run(bin('tsc'), ['-b', 'tsconfig.build.json']);
  run(bin('tsdown'), ['--logLevel', 'warn', '--config', '.config/tsdown.config.ts']);
  for (const { folder } of publicPackages()) removeOlder(join(ROOT, folder, 'dist'), startedMs);
  run(process.execPath, ['.config/build-pages.ts']);
  for (const pages of ['dashboard', 'docs']) {
    const [from, to] = [`apps/${pages}/dist`, `apps/server/dist/${pages}`];
    cpSync(join(ROOT, from), join(ROOT, to), { recursive: true });
  }
  copyTraceViewer();
}

/** With the licence of Playwright, and its notices of what the viewer contains. */
function copyTraceViewer(): void {
  const from = join(ROOT, 'apps/server/node_modules/playwright-core');
  const to = join(ROOT, 'apps/server/dist/trace-viewer');
  const { version }: { version: string } = JSON.parse(read('package.json'));
  const texts = ['LICENSE', 'NOTICE', 'ThirdPartyNotices.txt'].map(read);
  cpSync(join(from, 'lib/vite/traceViewer'), to, { recursive: true });
  writeFileSync(
    join(to, 'THIRD-PARTY-LICENSES'),
    [`playwright-core ${version} (Apache-2.0)`, ...texts].join('\n\n'),
  );

  function read(name: string): string {
    return readFileSync(join(from, name), 'utf8');
  }
}

/** Not everything at once: tests may be running the files that stay. */
function removeOlder(folder: string, timeMs: number): void {
  for (const { name, parentPath } of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(parentPath, name);
    const stats = statSync(path);
    if (stats.isFile() && stats.mtimeMs < timeMs) rmSync(path);
  }
}

function bin(name: string): string {
  return join(ROOT, 'node_modules/.bin', name);
}

function run(command: string, args: string[]): void {
  const { status, stderr, stdout, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
}

if (import.meta.main) {
  pack(join(ROOT, '.packed'));
  process.stdout.write(`${globSync('.packed/*.tgz', { cwd: ROOT }).sort().join('\n')}\n`);
}
