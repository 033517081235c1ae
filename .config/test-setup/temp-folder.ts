import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenIn, removeDeadRuns } from './dead-runs.ts';

/**
 * A folder for all temporary files of this run: tests, and what they start, take it for the temporary folder of
 * the machine. It goes with the run; that of a run that was killed goes with the next one.
 */
export async function setup(): Promise<void> {
  await (ofThisProcess[FOLDER] ??= makeFolder());
}

// Every project loads this file anew.
const FOLDER = Symbol.for('svc: the folder of this test run');
const ofThisProcess: typeof globalThis & { [FOLDER]?: Promise<void> } = globalThis;

async function makeFolder(): Promise<void> {
  const runs = join(tmpdir(), `svc-tests-${process.getuid?.() ?? 'of-user'}`);
  mkdirSync(runs, { recursive: true });
  await removeDeadRuns(runs);
  const folder = mkdtempSync(join(runs, 'run-'));
  // Postgres, as another user where this one is root, passes through.
  chmodSync(folder, 0o711);
  await listenIn(folder);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
