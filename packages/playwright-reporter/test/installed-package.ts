import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

/**
 * Copies a built package of this workspace, and those it depends on, into a project's node_modules, as
 * an installation would. Behind a link they would count as the project's own code, which Playwright
 * compiles, and for which Playwright 1.52 on Node 24 waits for ever.
 */
export function installPackage(source: string, project: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const place = join(project, 'node_modules', manifest.name);
  if (existsSync(place)) return;
  for (const part of ['package.json', 'dist']) {
    cpSync(join(source, part), join(place, part), { recursive: true });
  }
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    const dependency = realpathSync(join(source, 'node_modules', name));
    if (range.startsWith('workspace:')) installPackage(dependency, project);
    else link(dependency, join(project, 'node_modules', name));
  }
}

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
