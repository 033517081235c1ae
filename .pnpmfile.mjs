import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The package.json that is published. The root's package.json names the author, and in a release also the repository and
 * the commit. Users of a package need neither its scripts nor the list of what its bundle contains.
 */
function beforePacking(manifest, folder) {
  const { devDependencies: _, scripts: __, ...published } = manifest;
  const { author, repository, gitHead } = JSON.parse(
    readFileSync(new URL('package.json', ROOT), 'utf8'),
  );
  return {
    ...published,
    author,
    gitHead,
    ...(repository === undefined ? {} : places(repository, manifest.version, folder)),
  };
}

const ROOT = new URL('./', import.meta.url);

/** `url` is the address of the repository's page, such as `https://example.com/svc`. */
function places({ url }, version, folder) {
  const directory = relative(fileURLToPath(ROOT), folder);
  return {
    homepage: `${url}/tree/v${version}/${directory}#readme`,
    bugs: `${url}/issues`,
    repository: { type: 'git', url: `git+${url}.git`, directory },
  };
}

export const hooks = { beforePacking };
