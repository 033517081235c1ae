import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStatusBytes } from '../processes/process-status.ts';
import { systemClock } from '@svc/server/operations';

export interface RunCosts {
  pid: number;
  wallMs: number;
  /** When the process ended, in ms since 1970. */
  endedAtMs: number;
  /** User and system time of the process and of all its descendants, in steps of 10 ms. */
  cpuMs: number;
  /**
   * User and system time of the process' main thread, in steps of 10 ms. The last 20 ms of every run are missing.
   */
  mainThreadCpuMs: number;
  /** The peak resident memory of the process alone, without its descendants. */
  peakBytes: number;
}

export interface Command {
  /** A script for Node, and its arguments. */
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Receives all output. */
  logPath: string;
}

/** Runs a command to its end and measures it. Linux only. @throws Error when its exit code is not 0. */
export async function measureRun({ args, cwd, env, logPath }: Command): Promise<RunCosts> {
  const log = await open(logPath, 'w');
  try {
    const cpuBeforeMs = await readEndedChildrenCpuMs();
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', log.fd, log.fd] });
    const ended = once(child, 'exit').then(([code]) => ({
      code,
      wallMs: performance.now() - startedAt,
      endedAtMs: systemClock.now().getTime(),
    }));
    const watched = await watch(child);
    const { code, wallMs, endedAtMs } = await ended;
    if (code !== 0)
      throw new Error(
        `${args.join(' ')} ended with ${code}: see the end of what it printed\n${await readTail(logPath)}`,
      );
    const cpuMs = (await readEndedChildrenCpuMs()) - cpuBeforeMs;
    return { pid: child.pid ?? 0, wallMs, endedAtMs, cpuMs, ...watched };
  } finally {
    await log.close();
  }
}

// The kernel forgets both figures when a process ends, so they are read while the process runs. Reading them from
// outside loads no code into the measured process.
const WATCH_EVERY_MS = 20;

async function watch(
  child: ChildProcess,
): Promise<Pick<RunCosts, 'mainThreadCpuMs' | 'peakBytes'>> {
  let peakBytes = 0;
  let mainThreadCpuMs = 0;
  while (child.exitCode === null && child.signalCode === null) {
    // Both reads fail between the end of the process and its exit event.
    peakBytes = await readStatusBytes(child, 'VmHWM').catch(() => peakBytes);
    mainThreadCpuMs = await readMainThreadCpuMs(child).catch(() => mainThreadCpuMs);
    await sleep(WATCH_EVERY_MS);
  }
  return { mainThreadCpuMs, peakBytes };
}

/** The main thread has the id of its process. */
async function readMainThreadCpuMs({ pid }: ChildProcess): Promise<number> {
  const [user, system] = await readStatTicks(`/proc/${pid}/task/${pid}/stat`, USER_TIME_FIELD);
  return (user + system) * TICK_MS;
}

// The unit in which Linux counts CPU time, on every architecture that Node supports.
const TICK_MS = 10;

// Numbers of fields in `man proc_pid_stat`. System time is the field after user time.
const USER_TIME_FIELD = 14;
const CHILDREN_USER_TIME_FIELD = 16;

/** User and system time of the children that have ended, and of the descendants that they waited for. */
async function readEndedChildrenCpuMs(): Promise<number> {
  const [user, system] = await readStatTicks('/proc/self/stat', CHILDREN_USER_TIME_FIELD);
  return (user + system) * TICK_MS;
}

async function readStatTicks(path: string, userTimeField: number): Promise<[number, number]> {
  const stat = await readFile(path, 'utf8');
  // Field 2 is the name in brackets, which may hold blanks. Field 3 follows.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number(fields[userTimeField - 3]), Number(fields[userTimeField - 2])];
}

async function readTail(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).slice(-2_000);
}
