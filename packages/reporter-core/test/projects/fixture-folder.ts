import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface FixtureFolder extends Disposable {
  folder: string;
  /** The folder for unsent runs. */
  spoolFolder: string;
}

export interface FixtureParts {
  /** Contents by path. The folder has a git repository only if these files contain one. */
  files: Record<string, string>;
  /** Folders by package name. */
  packages: Record<string, string>;
  /** The folder of a built reporter. */
  reporter: string;
}

/** A user's project in the temp folder, with installed packages. */
export function makeFolder(
  name: string,
  { files, packages, reporter }: FixtureParts,
): FixtureFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `svc-fixture-${name}-`)));
  chmodSync(folder, 0o755);
  for (const [packageName, place] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', packageName);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(place, link);
  }
  install(reporter, folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return {
    folder,
    spoolFolder: join(folder, 'node_modules', '.cache', 'svc'),
    [Symbol.dispose]: () => {
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'node_modules'), 0o755);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the published files, as an installation does. Behind a link, they would count as the project's own code.
 * Vitest and Playwright compile such code, and Playwright 1.52 hangs on it with Node 24.
 */
function install(reporter: string, project: string): void {
  const manifest = readFileSync(join(reporter, 'package.json'), 'utf8');
  const { name, files } = JSON.parse(manifest) as { name: string; files: string[] };
  for (const part of ['package.json', ...files]) {
    cpSync(join(reporter, part), join(project, 'node_modules', name, part), { recursive: true });
  }
}

/** The folder of a package that the module at `from` (its `import.meta.url`) can import. */
export function packageFolder(name: string, from: string): string {
  return dirname(createRequire(from).resolve(`${name}/package.json`));
}
