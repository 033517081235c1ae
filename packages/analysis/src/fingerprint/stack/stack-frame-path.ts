import {
  KEEPS_REPOSITORIES,
  findPathBelowRoot,
  stripRepositoryFolder,
  USUAL,
} from './repository-root.ts';

/**
 * Whether a frame's file belongs to an engine, a package or a test runner instead of the repository. Java packages
 * are passed as folders.
 */
export function isForeign(file: string): boolean {
  return FOREIGN.test(file);
}

const FOREIGN = new RegExp(
  [
    '^(?:node|internal|native|data|blob|evalmachine|chrome-extension|moz-extension|bun|ext|deno):',
    '^(?:internal/|native$|<|\\[|index \\d)',
    // Node's own files, as named by versions before 14.
    '^(?:_\\w{1,40}|bootstrap_node|buffer|child_process|domain|events|fs|http|https|module|net|stream|timers|tls|util|vm|zlib)\\.js$',
    '(?:^|[\\\\/])(?:node_modules|site-packages|dist-packages|\\.yarn|\\.pnp\\.[cm]js|\\.cargo|rustlib|hostedtoolcache|__cypress[\\\\/]runner|cypress_runner\\.js|@vite|@vitest|@id)(?:[\\\\/]|$)',
    '[\\\\/]gems[\\\\/][\\w.-]{1,80}-\\d|webpack[\\\\/]bootstrap|[\\\\/]go[\\\\/]pkg[\\\\/]mod[\\\\/]|[\\\\/]go[\\\\/]src[\\\\/](?:runtime|testing|reflect)[\\\\/]|vendor[\\\\/](?:bundle|phpunit|composer)[\\\\/]|[\\\\/]lib[\\\\/]python\\d|^/usr/(?:lib|local/lib|local/go|share)/',
    '^(?:java|javax|jdk|sun|com/sun|kotlin|kotlinx|scala|groovy|junit|android|androidx)/',
    '^org/(?:junit|testng|hamcrest|assertj|mockito|opentest4j|gradle|codehaus/groovy|apache/maven|springframework|openqa/selenium)/',
  ].join('|'),
);

/** Known facts about the paths of an error. */
export interface PathHints {
  /** The name of the folder that marks a repository's root, from `parseRepositoryName`; empty if unknown. */
  repository: string;
  /** The error's own file, which is used if the frame's file ends with it. */
  known?: string | undefined;
}

/**
 * A frame's file relative to the repository, in POSIX spelling and without machine-specific parts. Below an unknown
 * root, the path begins at the first folder with a usual name (`src`, `packages`, `test`), otherwise it is the bare
 * file name. That is a guess for repositories with other folders.
 */
export function toRepositoryPath(file: string, { repository, known = '' }: PathHints): string {
  const posix = file.replaceAll('\\', '/').slice(0, PATH_CHARACTERS);
  if (known !== '' && !ABSOLUTE.test(known) && isEndOf(known, posix)) {
    return stripRepositoryFolder(known, repository);
  }
  const path = withoutBuildHash(toPortablePath(posix, repository));
  const isTemporary = path.startsWith('<tmp>/');
  if (!path.startsWith('/') && !isTemporary) return path;
  const names = path.split('/');
  const usual = names.findIndex((name, at) => at < names.length - 1 && USUAL.test(name));
  return isTemporary && usual === -1 ? path : names.slice(usual).join('/');
}

const ABSOLUTE = /^(?:[~/\\]|[a-z]:)/i;

/**
 * A path in a text, relative if its root is known: a root of CI systems, containers, home folders, origins or
 * bundlers, or the folder with the repository's name. Other absolute paths stay, because `/api/carts` is not a file. A
 * folder for temporary files becomes `<tmp>`, and a package's file begins with `node_modules`.
 */
export function toPortablePath(path: string, repository = ''): string {
  const local = withoutOrigin(path.replaceAll('\\', '/').slice(0, PATH_CHARACTERS));
  const packages = local.lastIndexOf('node_modules/');
  if (packages !== -1) return local.slice(packages);
  const rooted = local.replace(/^[a-z]:(?=\/)/i, '').replaceAll(/\/{2,}/g, '/');
  if (!/^[~/]/.test(rooted))
    return stripRepositoryFolder(rooted.replace(/^(?:\.\/)+/, ''), repository);
  const root = ROOT.exec(rooted);
  if (root !== null) return stripRepositoryFolder(rooted.slice(root[0].length), repository);
  const home = HOME.exec(rooted);
  const below = findPathBelowRoot(
    home === null ? rooted : rooted.slice(home[0].length),
    repository,
  );
  if (below !== undefined) return below;
  const temporary = TEMPORARY.exec(rooted);
  if (temporary !== null) return `<tmp>${rooted.slice(temporary[0].length)}`;
  return home === null ? rooted : stripHomeFolders(rooted.slice(home[0].length));
}

/** `assets/index-BkH3pQ9z.js` is `assets/index-<id>.js`: a bundle's name changes with its content. */
export function withoutBuildHash(path: string): string {
  return BUILT.test(path) ? path.replace(BUILD_HASH, '<id>') : path;
}

const BUILT = /(?:^|\/)(?:assets|static|chunks|dist|build|_next|js|css)\//;
const BUILD_HASH =
  /(?<=\w[-.])(?=[\w-]{0,20}[A-Z\d])(?:[\w-]{8}|[\da-f]{16,20})(?=\.(?:chunk\.)?(?:[cm]?js|css)$)/;

const PATH_CHARACTERS = 1_000;

function isEndOf(known: string, path: string): boolean {
  return (
    path.endsWith(known) && (path.length === known.length || path.at(-known.length - 1) === '/')
  );
}

function withoutOrigin(path: string): string {
  const cypress = path.lastIndexOf('/__cypress/tests?p=');
  if (cypress !== -1) return path.slice(cypress + 19);
  const query = path.indexOf('?');
  const plain = query === -1 ? path : path.slice(0, query);
  if (!plain.includes(':')) return plain.startsWith('/@fs/') ? plain.slice(4) : plain;
  return plain
    .replace(/^rsc:\/\/React\/\w{1,20}\//, '')
    .replace(/^webpack(?:-internal)?:\/\/[^/]{0,300}\/(?:\([\w-]{1,40}\)\/)?/, '')
    .replace(/^turbopack:\/\/\/?(?:\[project\]\/)?/, '')
    .replace(/^file:\/{0,3}(?=[a-z]:\/)/i, '')
    .replace(/^file:\/\//, '')
    .replace(/^https?:\/\/[^/]{0,300}\/(?:@fs(?=\/))?/, '');
}

const TEMPORARY =
  /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/var\/folders\/[^/]{1,200}\/[^/]{1,200}\/[^/]{1,200}|\/dev\/shm|\/Users\/[^/]{1,200}\/AppData\/Local\/Temp)(?:\/[^/]{1,200}|$)/i;

// The roots where services and containers check out a repository, including the folders that belong to the root.
const ROOT = new RegExp(
  `^(?:${[
    '/home/runner/work/[^/]{1,200}/[^/]{1,200}',
    '/Users/runner/work/[^/]{1,200}/[^/]{1,200}',
    '/(?:runner/_work|_work|__w|a)/[^/]{1,200}/[^/]{1,200}',
    '/(?:home|Users)/[^/]{1,200}/actions-runner/_work/[^/]{1,200}/[^/]{1,200}',
    '/github/workspace',
    '/builds/[^/]{1,200}/[^/]{1,200}',
    '/home/vsts/work/\\d{1,20}/s',
    '/Users/[^/]{1,200}/work/\\d{1,20}/s',
    '/(?:home/circleci|root|Users/distiller)/(?:project|repo)',
    '/opt/atlassian/pipelines/agent/build',
    '/(?:var/lib|home|opt)/jenkins/(?:agent/)?workspace/[^/]{1,200}',
    '/(?:var/lib/)?buildkite(?:-agent)?/builds/[^/]{1,200}/[^/]{1,200}/[^/]{1,200}',
    '/home/travis/build/[^/]{1,200}/[^/]{1,200}',
    '/drone/src',
    '/bitrise/src',
    '/vercel/path\\d{1,20}',
    '/opt/build/repo',
    '/workspaces/[^/]{1,200}',
    '/workspace',
    '/usr/src/app',
    '/var/task',
    '/var/www/html',
    '/(?:app|build|code|repo|project)',
  ].join('|')})/`,
);

const HOME = /^(?:\/home\/[^/]{1,200}|\/Users\/[^/]{1,200}|\/root|~)\//;

function stripHomeFolders(path: string): string {
  const names = path.split('/');
  if (names[0]?.startsWith('.') === true) return path;
  // Below the first folder, `src` is a part of the repository.
  const start = names.findIndex(
    (name, at) => !KEEPS_REPOSITORIES.test(name) || (at > 0 && USUAL.test(name)),
  );
  const rest = names.slice(Math.max(0, start));
  const first = start > 0 && USUAL.test(rest[0] ?? '') ? 0 : 1;
  const usual = rest.findIndex(
    (name, at) => at >= first && at < rest.length - 1 && USUAL.test(name),
  );
  if (usual !== -1) return rest.slice(usual).join('/');
  return rest.slice(rest.length > 1 ? 1 : 0).join('/');
}
