import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, ROOT } from '../public-packages.ts';
import type { ReleaseOptions } from './options.ts';
import { explainNpm, isTrustedPublisher, npm, type PublishedVersion } from './registry.ts';

export interface Check {
  name: string;
  /** What is wrong and what to do, in one sentence; null if nothing is. */
  problem: string | null;
}

/** What must be so before a release. The tests of the packages are not among it: they take minutes. */
export function checkRelease(
  options: ReleaseOptions,
  { version, head, published }: { version: string; head: string; published: PublishedVersion[] },
): Check[] {
  return [
    { name: 'the working tree is clean', problem: checkTree() },
    { name: 'the packages have one version', problem: checkVersions() },
    { name: 'every changeset is in a version', problem: checkChangesets() },
    { name: 'the change log has the version', problem: checkChangeLog(version) },
    { name: 'what is published is of this commit', problem: checkPublished(published, head) },
    { name: 'the registry knows who you are', problem: checkLogin(options) },
  ];
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

/** A release that goes on from another commit would be a mixture of both, and its tag would name the wrong one. */
export function checkPublished(published: PublishedVersion[], head: string): string | null {
  const other = published.find(({ commit }) => commit !== head);
  return other === undefined
    ? null
    : `${other.name} is published from ${other.commit ?? 'an unknown commit'}: check that commit out to go on with its release, or make the next version with pnpm release:version.`;
}

function checkLogin(options: ReleaseOptions): string | null {
  const { registry } = options;
  if (isTrustedPublisher(registry)) return null;
  const { status, stderr } = npm(['whoami'], options);
  return status === 0
    ? null
    : `npm has no login at ${registry}: run npm login --registry ${registry} (${explainNpm(stderr)}).`;
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
