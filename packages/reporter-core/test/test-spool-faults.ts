import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FixtureFolder } from './fixture-folder.ts';
import { svcLines } from './run-command.ts';
import { type Project, runWith } from './sent-run.ts';
import { addressOfNobody } from './sink-server.ts';

export interface SpoolFaultCase {
  /** A project whose tests pass. */
  makeProject(): Project & FixtureFolder;
  /** Arguments with which the framework writes nothing outside of this folder. */
  writingTo(folder: string): string[];
}

/** That a run which cannot be sent ends well, also where it cannot be kept beside the project. Not for Windows. */
export function testSpoolFaults({ makeProject, writingTo }: SpoolFaultCase): void {
  it('is kept in the temp folder where the project cannot be written', async () => {
    using project = makeProject();
    const home = makeHome(project);
    chmodSync(join(project.folder, 'node_modules'), 0o555);
    chmodSync(project.folder, 0o555);
    const run = await runWith(project, await addressOfNobody(), {
      args: writingTo(home),
      env: { HOME: home, TMPDIR: home },
      // Modes do not hold for root.
      uid: process.getuid?.() === 0 ? 65_534 : undefined,
    });
    expect(run.exitCode).toBe(0);
    const [line = '', ...more] = svcLines(run);
    expect(more).toEqual([]);
    const kept = / Saved to (home\/svc-\d+\/[0-9a-f]{16}\/\S+\.json\.gz); /.exec(line)?.[1];
    expect(existsSync(join(project.folder, kept ?? line))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'says so where its disk is full and the temp folder no place either',
    async () => {
      using project = makeProject();
      const home = makeHome(project);
      // It sits where the user's own folder would be; there the user is root.
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

/** A folder for what the framework itself writes. */
function makeHome({ folder }: FixtureFolder): string {
  const home = join(folder, 'home');
  mkdirSync(home);
  chmodSync(home, 0o777);
  return home;
}
