/** Folders with these names are part of a repository, rather than above it. */
export const USUAL =
  /^(?:src|lib|libs|apps?|packages|services|modules|tests?|__tests__|specs?|e2e|integration|server|client|web|frontend|backend|api|cypress|playwright|components|features|pages|scripts|tools|examples|internal|cmd|pkg|crates)$/;

// `~/src/github.com/shop/web/src/cart.ts`: folders in a home folder that contain repositories.
export const KEEPS_REPOSITORIES =
  /^(?:src|source|code|coding|dev|develop|development|projects?|repos?|repositories|work|workspace|git|github|gitlab|github\.com|go|Documents|Desktop)$/i;

/**
 * The name of the folder into which a repository is cloned: `web` for `acme/web`, `web` and
 * `https://git.example/acme/web.git`. Empty without a name that a folder can have.
 */
export function parseRepositoryName(repository: string): string {
  if (repository === '') return '';
  const path = repository
    .slice(0, 500)
    .replace(/[\\/]{1,50}$/, '')
    .replace(/\.git$/i, '');
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
  return /^[\w.-]+$/.test(name) && /\w/.test(name) && !NEVER_ROOT.test(name) ? name : '';
}

// Every repository may have such a folder inside.
const NEVER_ROOT = /^(?:src|libs?|tests?|specs?|e2e|dist|build|node_modules)$/i;

/** A path that begins in the repository, or in the folder above it: without the repository's own folder. */
export function stripRepositoryFolder(path: string, repository: string): string {
  // The folders of a Java frame are its package.
  if (!hasRepositoryName(path, repository) || /\.(?:java|kt|scala|groovy)$/.test(path)) return path;
  const names = path.split('/');
  return cutUpToRoot(names, repository, findRoots(names, repository).at(-1)) ?? path;
}

/**
 * A path on a machine, without everything up to the last folder with the repository's name. Such a folder inside the
 * repository (`packages/web`) is not its root. Undefined without such a folder, and for a path of no file: `/web/login`
 * is a page.
 */
export function findPathBelowRoot(path: string, repository: string): string | undefined {
  if (!hasRepositoryName(path, repository) || !/\.\w{1,10}$/.test(path)) return undefined;
  const names = path.split('/');
  return cutUpToRoot(names, repository, findRoots(names, repository, true).at(-1));
}

function hasRepositoryName(path: string, repository: string): boolean {
  return repository !== '' && path.toLowerCase().includes(`${repository.toLowerCase()}/`);
}

/**
 * The places of the folders with the name that are not inside a folder of a repository. On a machine, folders such as
 * `~/src` are above the first one.
 */
function findRoots(names: readonly string[], repository: string, isOnMachine = false): number[] {
  const roots: number[] = [];
  for (const [at, name] of names.entries()) {
    if (at === names.length - 1) break;
    const isAbove = isOnMachine && roots.length === 0 && KEEPS_REPOSITORIES.test(name);
    if (isSame(name, repository)) roots.push(at);
    else if (USUAL.test(name) && !isAbove) break;
  }
  return roots;
}

function cutUpToRoot(
  names: readonly string[],
  repository: string,
  root: number | undefined,
): string | undefined {
  if (root === undefined) return undefined;
  let start = root + 1;
  while (start < names.length - 1 && isSame(names[start] ?? '', repository)) start++;
  return names.slice(start).join('/');
}

/** File systems and hosts differ in case sensitivity. */
function isSame(name: string, repository: string): boolean {
  return name.toLowerCase() === repository.toLowerCase();
}
