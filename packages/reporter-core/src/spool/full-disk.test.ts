import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-full-')));
  mkdirSync(join(folder, 'project', 'node_modules'), { recursive: true });
  mkdirSync(join(folder, 'project', 'output'));
  mkdirSync(join(folder, 'temp'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// The test mounts its own disk of 64 kB. The namespace ends with the process, and so does the mount.
describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  it('under the project makes the temp folder the place', () => {
    expect(runOnSmallDisk('project/node_modules')).toMatch(
      /^svc: not sent: .* Saved to \S+\/temp\/svc-\S+\.json\.gz with 1 artifact; /m,
    );
  });

  it('under both is reported', () => {
    expect(runOnSmallDisk('project/node_modules', 'temp')).toMatch(
      /^svc: not sent: .*\. It could not be saved either: ENOSPC at \S+, ENOSPC at \S+\.\n$/m,
    );
  });

  it('keeps the run itself where only its artifacts find no room', () => {
    expect(runOnSmallDisk('project/node_modules', 'small output')).toMatch(
      /^svc: not sent: .* Saved to \S*node_modules\/\.cache\/svc\/\S+\.json\.gz with 1 artifact; /m,
    );
  });
});

function runOnSmallDisk(...places: string[]): string {
  const mounts = places
    .filter((place) => !place.startsWith('small'))
    .map((place) => `mount -t tmpfs -o size=64k tmpfs '${join(folder, place)}'`);
  const characters = places.includes('small output') ? 100 : 300_000;
  const script = new URL('../../test/runs/unsent-run.ts', import.meta.url).pathname;
  const node = `'${process.execPath}' --conditions=@svc/source '${script}' ${characters}`;
  const command = [...mounts, node].join(' && ');
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', command];
  return execFileSync('unshare', args, {
    cwd: join(folder, 'project'),
    env: { PATH: process.env['PATH'], TMPDIR: join(folder, 'temp') },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
