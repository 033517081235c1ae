import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusBytes } from '../process-status.ts';

export interface RunCosts {
  pid: number;
  wallMs: number;
  /** When the process ended, in ms since 1970. */
  endedAtMs: number;
  /** User and system time of the process and of all below it, in steps of 10 ms. */
  cpuMs: number;
  /** The greatest resident memory of the process itself, without those below it. */
  peakBytes: number;
}

export interface Command {
  /** A script for Node, and its arguments. */
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Gets all that is printed. */
  logPath: string;
}

/** Runs a command to its end, and says what it cost. Linux only. @throws Error when it does not end with 0. */
export async function measuredRun({ args, cwd, env, logPath }: Command): Promise<RunCosts> {
  const log = await open(logPath, 'w');
  try {
    const cpuBeforeMs = await endedChildrenCpuMs();
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', log.fd, log.fd] });
    const ended = once(child, 'exit').then(([code]) => ({
      code,
      wallMs: performance.now() - startedAt,
      endedAtMs: Date.now(),
    }));
    const peakBytes = await watchedPeak(child);
    const { code, wallMs, endedAtMs } = await ended;
    if (code !== 0)
      throw new Error(
        `${args.join(' ')} ended with ${code}: see the end of what it printed\n${await tail(logPath)}`,
      );
    const cpuMs = (await endedChildrenCpuMs()) - cpuBeforeMs;
    return { pid: child.pid ?? 0, wallMs, endedAtMs, cpuMs, peakBytes };
  } finally {
    await log.close();
  }
}

// A process takes its peak with it when it ends, so it is read all along; from outside, so that nothing
// is loaded into what is measured. Missed is only what comes in the very last moment.
const WATCH_EVERY_MS = 20;

async function watchedPeak(child: ChildProcess): Promise<number> {
  let peakBytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    // Between its end and the news of it a process has no such figure any more.
    peakBytes = await statusBytes(child, 'VmHWM').catch(() => peakBytes);
    await sleep(WATCH_EVERY_MS);
  }
  return peakBytes;
}

// What Linux counts in, on every machine that Node runs on.
const TICK_MS = 10;

/** Of this process' children that have ended, and of theirs that these waited for. */
async function endedChildrenCpuMs(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8');
  // The second field is the name, in brackets, and may hold blanks; user and system time are 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

async function tail(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).slice(-2_000);
}
