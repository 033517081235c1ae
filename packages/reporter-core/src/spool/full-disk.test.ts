import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
      /^svc: not sent: .* Saved to \S+\/temp\/svc-\S+\.json\.gz with 1 artifact; /,
    );
  });

  it('under both is reported', () => {
    expect(runOnSmallDisk('project/node_modules', 'temp')).toMatch(
      /^svc: not sent: .*\. It could not be saved either: ENOSPC at \S+, ENOSPC at \S+\.\n$/,
    );
  });

  it('is reported if the temp folder is not usable either', () => {
    // A file with the name of the user's own folder in the temp folder. The user is root there.
    writeFileSync(join(folder, 'temp', 'svc-0'), '');
    expect(runOnSmallDisk('project/node_modules')).toMatch(
      /^svc: not sent: .*\. It could not be saved either: ENOSPC at [^,\s]+\.\n$/,
    );
  });

  it('keeps the run itself where only its artifacts find no room', () => {
    expect(runOnSmallDisk('project/node_modules', 'small output')).toMatch(
      /^svc: not sent: .* Saved to \S*node_modules\/\.cache\/svc\/\S+\.json\.gz with 1 artifact; /,
    );
  });
});

it('keeps a run in the temp folder where the project cannot be written', () => {
  const project = join(folder, 'project');
  chmodSync(folder, 0o755);
  for (const place of ['temp', 'project/output']) chmodSync(join(folder, place), 0o777);
  for (const place of ['node_modules', '.']) chmodSync(join(project, place), 0o555);
  const output = execFileSync(process.execPath, [CONDITION, SCRIPT, '100'], {
    ...settingsIn(folder),
    // File modes do not restrict root.
    uid: process.getuid?.() === 0 ? 65_534 : undefined,
  });
  for (const place of ['node_modules', '.']) chmodSync(join(project, place), 0o755);
  const [, kept = output] =
    /^svc: not sent: .* Saved to (\S+\/temp\/svc-\d+\/[0-9a-f]{16}\/\S+\.json\.gz) with 1 artifact; .*\n$/.exec(
      output,
    ) ?? [];
  expect(existsSync(kept)).toBe(true);
});

const SCRIPT = fileURLToPath(new URL('../../test/runs/unsent-run.ts', import.meta.url));
const CONDITION = '--conditions=@svc/source';

function runOnSmallDisk(...places: string[]): string {
  const mounts = places
    .filter((place) => !place.startsWith('small'))
    .map((place) => `mount -t tmpfs -o size=64k tmpfs '${join(folder, place)}'`);
  const characters = places.includes('small output') ? 100 : 300_000;
  const node = `'${process.execPath}' ${CONDITION} '${SCRIPT}' ${characters}`;
  const command = [...mounts, node].join(' && ');
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', command];
  return execFileSync('unshare', args, settingsIn(folder));
}

function settingsIn(place: string) {
  return {
    cwd: join(place, 'project'),
    env: { PATH: process.env['PATH'], TMPDIR: join(place, 'temp') },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  } satisfies ExecFileSyncOptionsWithStringEncoding;
}
