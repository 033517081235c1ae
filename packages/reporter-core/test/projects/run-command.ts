import { execFileSync, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { isErrno } from '@svc/reporter-core/text/unknown-value';
import { clockEnv } from '@svc/server/test/clock.ts';

export interface Finished {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  durationMs: number;
}

export interface RunSettings {
  args?: readonly string[] | undefined;
  /** Variables in addition to the few that every run gets. Undefined removes one. */
  env?: Record<string, string | undefined>;
  /** The user to run as. */
  uid?: number | undefined;
  /** A folder on a full disk. Linux only. */
  fullDisk?: string | undefined;
  /** Called with each piece of output, to act in the middle of a run. */
  onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The Node that runs frameworks and commands: SVC_TEST_NODE, or the Node of the tests. */
const GIVEN_NODE = process.env['SVC_TEST_NODE'];
const NODE = GIVEN_NODE ?? process.execPath;

/** Its version, as in `24.1.0`. */
export function nodeVersion(): string {
  if (GIVEN_NODE === undefined) return process.versions.node;
  return execFileSync(GIVEN_NODE, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
}

/** Runs a Node script in a folder, which is also its home. Returns how it ended. */
export function runCommand(
  script: string,
  folder: string,
  { args = [], env, uid, fullDisk, onOutput }: RunSettings,
): Promise<Finished> {
  const node = [NODE, script, ...args];
  const [command = '', ...words] = fullDisk === undefined ? node : withFullDisk(fullDisk, node);
  const startedAt = performance.now();
  const child = spawn(command, words, {
    cwd: folder,
    env: {
      ...clockEnv(),
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: tmpdir(),
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    uid,
    // A separate process group, because some frameworks leave workers running after a signal.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  const kill = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput?.(text, kill);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onOutput?.(text, kill);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => killGroup(child.pid));
    child.on('close', (exitCode, signal) => {
      const durationMs = performance.now() - startedAt;
      resolve({ exitCode, signal, stdout, stderr, durationMs });
    });
  });
}

/** The lines of our reporters, which print to standard error. */
export function svcLines({ stderr }: Finished): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('svc: '));
}

/** Mounts the disk in a namespace of the command. The mount ends with the process. */
function withFullDisk(folder: string, command: readonly string[]): string[] {
  const mount = 'mkdir -p "$0" && mount -t tmpfs -o nr_inodes=1 tmpfs "$0" && exec "$@"';
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...command];
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // The process group has ended, as expected.
    if (!isErrno(error) || error.code !== 'ESRCH') throw error;
  }
}
