/* oxlint-disable no-console -- a command */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPackages, ROOT } from './public-packages.ts';
import { addToChangelog, type ReleasePlan } from './release/changelog.ts';
import { renewVersion } from './release/renew-version.ts';

// `pnpm release:version`: makes the next version of the changesets, and one section of CHANGELOG.md. Changesets itself
// would write the same section into the change log of every package, because all of them have one version.

const folder = mkdtempSync(join(tmpdir(), 'svc-version-'));
const planFile = join(folder, 'plan.json');
run('changeset', ['status', '--output', planFile]);
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as ReleasePlan;
rmSync(folder, { recursive: true });

const changelog = join(ROOT, 'CHANGELOG.md');
writeFileSync(changelog, addToChangelog(readFileSync(changelog, 'utf8'), plan));
const before = currentVersion();
run('changeset', ['version']);
for (const file of globSync(['deploy/helm/svc/Chart.yaml', 'docs/**/*.md'], { cwd: ROOT })) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  const renewed = renewVersion(text, before, currentVersion());
  if (renewed !== text) writeFileSync(path, renewed);
}
// What has the version, or the change log, in it.
run('npx', ['-y', 'pnpm@12', 'install', '--lockfile-only']);
run('npx', ['-y', 'pnpm@12', 'docs:pages']);
run('npx', ['-y', 'pnpm@12', 'build:action']);
console.log('Read CHANGELOG.md, commit, and run pnpm release');

function currentVersion(): string {
  return publicPackages()[0]?.version ?? '';
}

/** Ends this command with the exit status of one that fails. */
function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
