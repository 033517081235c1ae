import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenIn, removeDeadRuns } from './dead-runs.ts';

/**
 * Creates a folder for all temporary files of this run: tests, and processes they start, use it as the machine's
 * temporary folder. It is deleted with the run, or by the next run if this one is killed.
 */
export async function setup(): Promise<void> {
  await (ofThisProcess[FOLDER] ??= makeFolder());
}

// Every Vitest project loads this file again.
const FOLDER = Symbol.for('svc: the folder of this test run');
const ofThisProcess: typeof globalThis & { [FOLDER]?: Promise<void> } = globalThis;

async function makeFolder(): Promise<void> {
  const runs = join(tmpdir(), `svc-tests-${process.getuid?.() ?? 'of-user'}`);
  mkdirSync(runs, { recursive: true });
  await removeDeadRuns(runs);
  const folder = mkdtempSync(join(runs, 'run-'));
  // Postgres must be able to enter, because it runs as another user if the current user is root.
  chmodSync(folder, 0o711);
  await listenIn(folder);
  process.env['TMPDIR'] = folder;
  // Node keeps here what it has compiled, and a run starts the same programs hundreds of times.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
