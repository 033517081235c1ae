/* oxlint-disable no-console -- a command */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './pack.ts';
import { ROOT } from './public-packages.ts';

// Publishes the versions of the public packages that npm does not have yet: `pnpm release`, in CI.

const manifest: { repository?: { url: string } } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
if (process.argv.length > 2) {
  // Above all `--dry-run`, which changesets does not have: it would publish.
  console.error(`release: it takes no arguments, such as ${process.argv[2]}`);
  console.error('try: pnpm test:packed, which packs, installs and uses the packages');
  process.exitCode = 2;
} else if (manifest.repository === undefined) {
  console.error(
    'release: package.json names no repository, which npm compares with the provenance',
  );
  console.error('try: add "repository": { "url": "https://…" } to the package.json of the root');
  process.exitCode = 2;
} else {
  build();
  const { status } = spawnSync('changeset', ['publish'], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
