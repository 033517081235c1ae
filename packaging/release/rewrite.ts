import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names that a release puts into the place of the repository's own. */
export interface ReleaseNames {
  /** With its `@`. */
  scope: string;
  /** Address of the repository's page. */
  repository: string;
  version: string;
}

/**
 * A text of this repository as it is in a release: our scope becomes the release's, wherever a package is named, and
 * the placeholder of the action's address becomes the repository, at the tag of the version. Names of tarballs follow.
 */
export function rewriteText(text: string, { scope, repository, version }: ReleaseNames): string {
  const path = new URL(repository).pathname.slice(1);
  return text
    .replaceAll(SCOPE, scope)
    .replaceAll(TARBALL, `${scope.slice(1)}-`)
    .replaceAll(`${PLACEHOLDER}/apps/action@main`, `${path}/apps/action@v${version}`)
    .replaceAll(PLACEHOLDER, path);
}

/**
 * A page as it is once npm has the packages: without what stands between the comments `unreleased` and `/unreleased`,
 * and with the text that is in comments that begin with `released`.
 */
export function showReleased(page: string): string {
  return page.replaceAll(UNRELEASED, '').replaceAll(RELEASED, '$1');
}

/**
 * Rewrites every text that git knows in the folder, and gives the root's package.json its `repository`, and `gitHead`,
 * the commit before.
 */
export function rewriteFolder(folder: string, names: ReleaseNames, gitHead: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    const path = join(folder, file);
    if (!lstatSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    // A text has no zero byte.
    if (bytes.includes(0)) continue;
    const text = bytes.toString();
    const rewritten = rewriteText(file.endsWith('.md') ? showReleased(text) : text, names);
    if (rewritten !== text) writeFileSync(path, rewritten);
  }
  const manifestPath = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, unknown>;
  Object.assign(manifest, { repository: { url: names.repository }, gitHead });
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The names of this repository in a text, except those that the release has too. */
export function findLeftovers(text: string, { scope, repository }: ReleaseNames): string[] {
  const found = new Set(text.match(SCOPE));
  if (text.includes(PLACEHOLDER)) found.add(PLACEHOLDER);
  found.delete(scope);
  if (repository.endsWith(`/${PLACEHOLDER}`)) found.delete(PLACEHOLDER);
  return [...found];
}

// A package's name, also within a regular expression. An e-mail address has letters before its @.
const SCOPE = /(?<![\w.])@svc(?=\\?\/)/g;

/** `svc-cli-0.1.0.tgz` */
const TARBALL = /\bsvc-(?=[a-z-]+-\d+\.\d+\.\d+\.tgz)/g;

const PLACEHOLDER = 'your-organization/svc';

const UNRELEASED = /\s*<!-- unreleased -->[^]*?<!-- \/unreleased -->/g;

const RELEASED = /<!-- released\s([^]*?)\s*-->/g;
