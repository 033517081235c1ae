import { execFileSync } from 'node:child_process';
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnsentRun } from '../../test/runs/unsent-runs.ts';

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-full-')));
});
afterAll(() => rmSync(folder, { recursive: true }));

// The tests mount their own disks of 64 kB. The namespace ends with the process, and so do the mounts.
describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  let lines: Record<string, string | undefined>;

  // One process for all runs.
  beforeAll(() => {
    const runs = [
      makeRun('project', 300_000),
      makeRun('both', 300_000),
      makeRun('unusable', 300_000),
      makeRun('artifacts', 100),
    ];
    // A file with the name of the user's own folder in the temp folder. The user is root there.
    writeFileSync(join(folder, 'unusable', 'temp', 'svc-0'), '');
    const mounts = [
      ...runs.map((run) => join(run.folder, MODULES)),
      join(folder, 'both', 'temp'),
    ].map((place) => `mount -t tmpfs -o size=64k tmpfs '${place}'`);
    const script = [...mounts, 'exec "$@"'].join(' && ');
    const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh'];
    const output = execFileSync(
      'unshare',
      [...args, process.execPath, ...scriptOf(runs)],
      SETTINGS,
    );
    // A line about the second try comes before on a busy machine.
    const [project, both, unusable, artifacts] = output
      .split('\n')
      .filter((line) => line.startsWith('svc: not sent'));
    lines = { project, both, unusable, artifacts };
  });

  it('under the project makes the temp folder the place', () => {
    expect(lines['project']).toMatch(
      /^svc: not sent: .* Saved to \S+\/temp\/svc-\S+\.json\.gz with 1 artifact; /,
    );
  });

  it('under both is reported', () => {
    expect(lines['both']).toMatch(
      /^svc: not sent: .*\. It could not be saved either: ENOSPC at \S+, ENOSPC at \S+\. See \S+$/,
    );
  });

  it('is reported if the temp folder is not usable either', () => {
    expect(lines['unusable']).toMatch(
      /^svc: not sent: .*\. It could not be saved either: ENOSPC at [^,\s]+\. See \S+$/,
    );
  });

  it('keeps the run itself where only its artifacts find no room', () => {
    expect(lines['artifacts']).toMatch(
      /^svc: not sent: .* Saved to \S*node_modules\/\.cache\/svc\/\S+\.json\.gz with 1 artifact; /,
    );
  });
});

describe.skipIf(process.platform === 'win32')('a project that cannot be written', () => {
  it('makes the temp folder the place', () => {
    const run = makeRun('read-only', 100);
    const project = join(run.folder, 'project');
    for (const place of [folder, run.folder]) chmodSync(place, 0o755);
    for (const place of ['temp', 'project/output']) chmodSync(join(run.folder, place), 0o777);
    for (const place of ['node_modules', '.']) chmodSync(join(project, place), 0o555);
    const output = execFileSync(process.execPath, scriptOf([run]), {
      ...SETTINGS,
      // File modes do not restrict root.
      uid: process.getuid?.() === 0 ? 65_534 : undefined,
    });
    for (const place of ['.', 'node_modules']) chmodSync(join(project, place), 0o755);
    const kept = PLACE_IN_TEMP.exec(output)?.[1] ?? output;
    expect(existsSync(kept)).toBe(true);
  });
});

const PLACE_IN_TEMP =
  /^svc: not sent: .* Saved to (\S+\/temp\/svc-\d+\/[0-9a-f]{16}\/\S+\.json\.gz) with 1 artifact; /m;
const MODULES = 'project/node_modules';
const SETTINGS = {
  env: { PATH: process.env['PATH'] },
  encoding: 'utf8',
} as const;

/** The folders of a run. */
function makeRun(name: string, characters: number): UnsentRun {
  const own = join(folder, name);
  for (const part of [MODULES, 'project/output', 'temp']) {
    mkdirSync(join(own, part), { recursive: true });
  }
  return { folder: own, characters };
}

/** The arguments of Node for these runs. */
function scriptOf(runs: readonly UnsentRun[]): string[] {
  const script = fileURLToPath(new URL('../../test/runs/unsent-runs.ts', import.meta.url));
  return ['--conditions=@svc/source', script, JSON.stringify(runs)];
}
