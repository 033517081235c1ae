import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
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
  /** Where reporters keep what they could not send. */
  spoolFolder: string;
}

export interface FixtureParts {
  /** Contents by path. The folder has a git repository only if they bring one. */
  files: Record<string, string>;
  /** Folders by the name of the package that they are. */
  packages: Record<string, string>;
}

/** A user's project on disk, in the temp folder, with the packages it has installed. */
export function makeFolder(name: string, { files, packages }: FixtureParts): FixtureFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `svc-fixture-${name}-`)));
  chmodSync(folder, 0o755);
  for (const [packageName, place] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', packageName);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(place, link);
  }
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

/** Where a package lies that the module at `from` (its `import.meta.url`) can import. */
export function packageFolder(name: string, from: string): string {
  return dirname(createRequire(from).resolve(`${name}/package.json`));
}
