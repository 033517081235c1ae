import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, ROOT } from '../public-packages.ts';
import type { ReleaseOptions } from './options.ts';

export interface Check {
  name: string;
  /** What is wrong and what to do, in one sentence; null if nothing is. */
  problem: string | null;
}

/** What must be so before a release. The tests of the packages are not among it: they take minutes. */
export function checkRelease({ registry }: ReleaseOptions, version: string): Check[] {
  return [
    { name: 'the working tree is clean', problem: checkTree() },
    { name: 'the packages have one version', problem: checkVersions() },
    { name: 'every changeset is in a version', problem: checkChangesets() },
    { name: 'the change log has the version', problem: checkChangeLog(version) },
    { name: 'the registry knows who you are', problem: checkLogin(registry) },
  ];
}

/** CI publishes as a trusted publisher: npm exchanges the identity of the run for a token when it publishes. */
export function isTrustedPublisher(): boolean {
  return ['ACTIONS_ID_TOKEN_REQUEST_URL', 'NPM_ID_TOKEN'].some((name) => name in process.env);
}

/** @throws Error if the registry does not answer, or refuses to. */
export function isPublished(name: string, version: string, registry: string): boolean {
  const { status, stdout, stderr } = npm(['view', `${name}@${version}`, 'version'], registry);
  // Without an output, the registry has other versions of the package.
  if (status === 0) return stdout.trim() !== '';
  if (stderr.includes('E404')) return false;
  throw new Error(`${registry} does not say whether it has ${name}: ${firstError(stderr)}`);
}

function checkTree(): string | null {
  const changed = run('git', ['status', '--porcelain']).trim();
  return changed === ''
    ? null
    : `Commit or stash what git status lists, because a release is made of the last commit: ${quoteFirst(changed)}.`;
}

function checkVersions(): string | null {
  const versions = new Set(publicPackages().map(({ version }) => version));
  return versions.size === 1
    ? null
    : `The packages have the versions ${[...versions].join(', ')}: pnpm release:version gives them one.`;
}

function checkChangesets(): string | null {
  const waiting = globSync('.changeset/*.md', { cwd: ROOT }).filter((file) => !/README/.test(file));
  return waiting.length === 0
    ? null
    : `${waiting.length} changesets are in no version yet: run pnpm release:version, and commit.`;
}

function checkChangeLog(version: string): string | null {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  return text.includes(`\n## ${version}\n`)
    ? null
    : `CHANGELOG.md has no heading '## ${version}': describe there what users get.`;
}

function checkLogin(registry: string): string | null {
  if (isTrustedPublisher()) return null;
  const { status, stderr } = npm(['whoami'], registry);
  return status === 0
    ? null
    : `npm has no login at ${registry}: run npm login --registry ${registry} (${firstError(stderr)}).`;
}

function npm(args: string[], registry: string) {
  return spawnSync('npm', [...args, '--registry', registry], { cwd: ROOT, encoding: 'utf8' });
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} fails: ${stderr}`, { cause: error });
}

function quoteFirst(lines: string): string {
  const [first = '', ...others] = lines.split('\n');
  return others.length === 0 ? first.trim() : `${first.trim()} and ${others.length} more`;
}

/** `npm error code E401` comes first, and the sentence after it. */
function firstError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('npm error '));
  const sentence = lines.find((line) => !line.startsWith('npm error code')) ?? stderr;
  return sentence.replace('npm error ', '').trim().split('\n', 1)[0] ?? '';
}
