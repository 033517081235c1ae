/* oxlint-disable no-console -- a command */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPackages, ROOT, type PublicPackage } from './public-packages.ts';
import { checkRelease, type Check } from './release/checks.ts';
import { listFiles, type PackedFile } from './release/packed-files.ts';
import { parseReleaseOptions, USAGE, type ReleaseOptions } from './release/options.ts';
import { findPublished, hasProvenance, npm } from './release/registry.ts';
import { findLeftovers, rewriteFolder, rewriteText } from './release/rewrite.ts';

// `pnpm release`: publishes the public packages under a scope of one's own. It works on a copy of the last commit, in
// which that scope and the repository stand wherever this repository has its own names.

/** Nobody's own: a hook or a signature that fails would stop the release. */
const GIT_SETTINGS = [
  'user.name=svc release',
  'user.email=release@localhost',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'core.hooksPath=/dev/null',
].flatMap((setting) => ['-c', setting]);

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(USAGE);
} else {
  const options = attempt(() => parseReleaseOptions(args), 2, 'try: pnpm release --help');
  process.exitCode = attempt(() => release(options), 1, 'The same command goes on from there.');
}

/** Ends this command with an error's message, a hint and an exit status. */
function attempt<T>(action: () => T, exitStatus: number, hint: string): T {
  try {
    return action();
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : String(error)}\n${hint}`);
    return process.exit(exitStatus);
  }
}

/** Returns the exit status. */
function release(options: ReleaseOptions): number {
  const version = publicPackages()[0]?.version ?? '';
  const head = runIn(ROOT, 'git', ['rev-parse', 'HEAD']).trim();
  const names = publicPackages().map(({ name }) => rewriteText(name, { ...options, version }));
  const published = names.flatMap((name) => findPublished(name, version, options) ?? []);
  const isReady = printChecks(checkRelease(options, { version, head, published }));
  if (!isReady && !options.dryRun) return 1;

  const copy = makeCopy(options, { version, head });
  const missing = names.filter((name) => !published.some((one) => one.name === name));
  if (missing.length === 0) {
    console.log(`\nEvery package is published already`);
    printNextSteps(copy, { ...options, dryRun: false }, version);
    return isReady ? 0 : 1;
  }
  console.log(`\nPacking ${version} in ${copy}`);
  runIn(copy, 'npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline']);
  runIn(copy, process.execPath, ['packaging/pack.ts']);
  if (options.test) runIn(copy, 'npx', ['-y', 'pnpm@12', 'test:packed']);
  const packages = publicPackages(copy);
  for (const one of packages) checkTarball(copy, one, { ...options, version });
  // The server comes last, because its first start names the others.
  for (const one of packages.toReversed()) publish(copy, one, options, missing.includes(one.name));
  printNextSteps(copy, options, version);
  return isReady ? 0 : 1;
}

/** Returns whether every check passes. */
function printChecks(checks: Check[]): boolean {
  for (const { name, problem } of checks) {
    console.log(problem === null ? `✓ ${name}` : `✗ ${name}\n  ${problem}`);
  }
  return checks.every(({ problem }) => problem === null);
}

/** A clone of this repository with the names of the release, committed and tagged. */
function makeCopy(
  { scope, repository }: ReleaseOptions,
  { version, head }: { version: string; head: string },
): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-release-'));
  runIn(copy, 'git', ['clone', '--quiet', ROOT, '.']);
  rewriteFolder(copy, { scope, repository, version }, head);
  const message = `release: ${version} as ${scope}`;
  runIn(copy, 'git', [...GIT_SETTINGS, 'commit', '--quiet', '--all', '--message', message]);
  runIn(copy, 'git', [...GIT_SETTINGS, 'tag', '--force', `v${version}`]);
  return copy;
}

/** @throws Error if a file still has a name of this repository, or the package asks for another one of the scope. */
function checkTarball(
  copy: string,
  one: PublicPackage,
  names: ReleaseOptions & { version: string },
): void {
  const files = listFiles(join(copy, '.packed', one.tarball));
  const wrong = files.flatMap(({ path, text }) => {
    const found = findLeftovers(text, names);
    return found.length === 0 ? [] : [`${path} still names ${found.join(', ')}`];
  });
  if (wrong.length > 0) throw new Error(`${one.name} is not fit: ${wrong.join('; ')}`);
  checkIndependence(one, files);
}

/** Packages are published in any order, because none asks for another one. */
function checkIndependence({ name }: PublicPackage, files: PackedFile[]): void {
  const manifest = files.find(({ path }) => path === 'package.json')?.text ?? '{}';
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(manifest) as Manifest;
  const scope = `${name.split('/', 1)[0]}/`;
  const ours = Object.keys({ ...dependencies, ...peerDependencies }).filter((other) =>
    other.startsWith(scope),
  );
  if (ours.length > 0) throw new Error(`${name} asks for ${ours.join(', ')}: bundle it`);
}

interface Manifest {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** What a release that was interrupted has published is left alone. */
function publish(
  copy: string,
  { name, version, tarball }: PublicPackage,
  options: ReleaseOptions,
  isMissing: boolean,
): void {
  const path = join(copy, '.packed', tarball);
  const what = `${name}@${version}`;
  if (!isMissing) {
    console.log(`- ${what} is published already`);
    return;
  }
  if (options.dryRun) {
    console.log(`- ${what} would be published: ${Math.ceil(statSync(path).size / 1000)} kB`);
    return;
  }
  const args = ['publish', path, '--access', 'public', '--loglevel', 'warn'];
  // npm demands a tag for what people do not get unasked.
  if (version.includes('-')) args.push('--tag', 'next');
  if (hasProvenance(options.registry)) args.push('--provenance');
  // npm asks for a second factor only where a person sees the question.
  const { status } = npm(args, options, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${what} is not published: npm says above why.`);
  console.log(`✓ ${what}`);
}

function printNextSteps(copy: string, options: ReleaseOptions, version: string): void {
  const { repository, dryRun, scope } = options;
  console.log(
    dryRun
      ? `\nNothing is published. The tarballs are in ${join(copy, '.packed')}`
      : [
          `\n${version} is published. Push its tag, whose commit has the names of ${scope}: the action's address needs it.`,
          `  git -C ${copy} push ${repository} v${version}`,
          `Then start it: npx ${scope}/server`,
        ].join('\n'),
  );
}

/** @throws Error with the output of a command that fails. */
function runIn(folder: string, command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status === 0) return stdout;
  const output = `${stdout}\n${stderr}`.trim();
  throw new Error(`${command} ${args.join(' ')} fails in ${folder}:\n${output}`, { cause: error });
}
