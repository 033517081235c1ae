import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FixtureFolder } from '../projects/fixture-folder.ts';
import { svcLines } from '../projects/run-command.ts';
import { type Project, runWith } from '../projects/sent-run.ts';
import { addressOfNobody } from '../servers/sink-server.ts';

export interface SpoolFaultCase {
  /** A project with passing tests. */
  makeProject(): Project & FixtureFolder;
  /** Arguments that make the framework write only into this folder. */
  writingTo(folder: string): string[];
}

/** Tests that an unsent run ends well, even if it cannot be saved beside the project. Not for Windows. */
export function testSpoolFaults({ makeProject, writingTo }: SpoolFaultCase): void {
  it('is kept in the temp folder where the project cannot be written', async () => {
    using project = makeProject();
    const home = makeHome(project);
    chmodSync(join(project.folder, 'node_modules'), 0o555);
    chmodSync(project.folder, 0o555);
    const run = await runWith(project, await addressOfNobody(), {
      args: writingTo(home),
      env: { HOME: home, TMPDIR: home },
      // File modes do not restrict root.
      uid: process.getuid?.() === 0 ? 65_534 : undefined,
    });
    expect(run.exitCode).toBe(0);
    const [line = '', ...more] = svcLines(run);
    expect(more).toEqual([]);
    const kept = / Saved to (home\/svc-\d+\/[0-9a-f]{16}\/\S+\.json\.gz); /.exec(line)?.[1];
    expect(existsSync(join(project.folder, kept ?? line))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'reports a full disk if the temp folder is not usable either',
    async () => {
      using project = makeProject();
      const home = makeHome(project);
      // A file with the name of the user's own folder in the temp folder. The user is root there.
      writeFileSync(join(home, 'svc-0'), '');
      const run = await runWith(project, await addressOfNobody(), {
        args: writingTo(home),
        env: { HOME: home, TMPDIR: home },
        fullDisk: project.spoolFolder,
      });
      expect(run.exitCode).toBe(0);
      expect(svcLines(run)).toEqual([
        expect.stringMatching(/ not sent: .*\. It could not be saved either: ENOSPC at \S+\.$/),
      ]);
    },
  );
}

/** A folder for the framework's own files. */
function makeHome({ folder }: FixtureFolder): string {
  const home = join(folder, 'home');
  mkdirSync(home);
  chmodSync(home, 0o777);
  return home;
}
