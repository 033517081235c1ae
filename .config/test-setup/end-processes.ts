import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends the processes of a dead test run: servers, Postgres, frameworks. Finds them by the run's folder in their
 * command, environment or working directory. Without `/proc` it ends nothing.
 */
export async function endProcessesOf(folder: string): Promise<void> {
  // A process may have started another one just before it ended.
  for (let round = 0; round < ROUNDS; round++) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    for (const pid of left) end(pid, round === 0 ? 'SIGQUIT' : 'SIGKILL');
    for (let wait = 0; wait < 40 && left.some(isRunning); wait++) await sleep(50);
  }
}

const ROUNDS = 4;

function processesOf(folder: string): number[] {
  return allProcesses()
    .filter((pid) => pid !== process.pid)
    .filter((pid) => namesOf(pid).some((text) => text.includes(folder)));
}

function allProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, or belongs to another user. */
function namesOf(pid: number): string[] {
  const readers = [
    () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
    () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    () => readlinkSync(`/proc/${pid}/cwd`),
  ];
  return readers.map((read) => {
    try {
      return read();
    } catch {
      return '';
    }
  });
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
