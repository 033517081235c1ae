import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { clockEnv } from '@svc/server/test/clock.ts';
import { runProgram } from '../src/run-program.ts';
import { makeWorld } from './make-world.ts';

export interface SvcRun {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface SvcOptions {
  env?: Record<string, string>;
  /** Default: an empty folder outside of any repository. */
  directory?: string;
  /** What stdin holds; default: nothing. */
  input?: string | Uint8Array;
}

export interface WorldOptions extends SvcOptions {
  /** Of the machine; default: UTC. */
  timeZone?: string;
}

/** Runs the command in this process, from source: nothing is a terminal, and the locale is UTF-8. */
export async function runSvc(args: readonly string[], options: WorldOptions = {}): Promise<SvcRun> {
  const world = makeWorld({
    env: await svcEnv(options.env),
    directory: options.directory ?? (await emptyFolder()),
    input: options.input,
    timeZone: options.timeZone ?? 'UTC',
  });
  const status = await runProgram(args, world);
  return { status, ...world.printed() };
}

/** Runs the built command as a shell would: nothing is a terminal, and the locale is UTF-8. */
export async function spawnSvc(args: readonly string[], options: SvcOptions = {}): Promise<SvcRun> {
  const child = spawn(process.execPath, [SVC, ...args], {
    cwd: options.directory ?? (await emptyFolder()),
    env: await svcEnv(options.env),
  });
  // svc may stop reading before the end.
  child.stdin.on('error', () => undefined).end(options.input);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status: child.exitCode, stdout, stderr };
}

export const SVC = fileURLToPath(new URL('../bin/svc.js', import.meta.url));

/** Nothing of this machine's own settings, but the clock of the tests. */
export async function svcEnv(env: Record<string, string> = {}): Promise<Record<string, string>> {
  const home = await emptyFolder();
  return { ...clockEnv(), PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env };
}

/** Gone with the test run's temporary folder. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'svc-cli-'));
}
