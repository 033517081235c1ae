import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface GitAnswer {
  /** The output of git until it ended, failed or was stopped. */
  text: string;
  /** Git's exit code. Undefined if git did not start, was stopped, or wrote too much. */
  exitCode: number | undefined;
}

export interface GitLimits {
  /** Stops git. After that, the git process does not keep this process alive. */
  signal?: AbortSignal;
  /** Timeout of each process; default: 5 s. */
  timeoutMs?: number;
}

/**
 * Runs git in `directory`. Neither rejects nor throws, because a process that cannot start (no git, no memory, a
 * permission model) results in an answer without text and exit code.
 */
export function runGit(
  directory: string,
  args: readonly string[],
  { signal = NEVER, timeoutMs = TIMEOUT_MS }: GitLimits = {},
): Promise<GitAnswer> {
  return new Promise((settle) => {
    const git = start(directory, args);
    if (git === undefined) return settle(NO_ANSWER);
    let text = '';
    let isOver = false;
    const end = (exitCode: number | undefined): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      settle({ text, exitCode });
    };
    const stop = (): void => {
      end(undefined);
      git.stdout.destroy();
      git.kill('SIGKILL');
      git.unref();
    };
    const timer = setTimeout(() => runAfterOneTurn(stop), timeoutMs).unref();
    signal.addEventListener('abort', stop);
    git.on('error', () => end(undefined));
    git.on('close', (code) => end(code ?? undefined));
    git.stdout.on('error', () => end(undefined));
    git.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.length > MOST_CHARACTERS) stop();
    });
    if (signal.aborted) stop();
  });
}

const NEVER = new AbortController().signal;
const NO_ANSWER: GitAnswer = { text: '', exitCode: undefined };
// A status on a cold disk of a large repository took 2 s. A fact is not worth a longer wait.
const TIMEOUT_MS = 5_000;
// Enough for the status of a checkout with 10,000 changed files.
const MOST_CHARACTERS = 1024 * 1024;

/**
 * Tests that run in this process block the event loop for seconds. Then timers fire before git's output is read.
 * `execFile` with a `timeout` discards that output and reports success.
 */
function runAfterOneTurn(stop: () => void): void {
  setTimeout(stop, 100).unref();
}

/**
 * In a container, the checkout often belongs to another user. Git refuses to read such a checkout, because its
 * settings may run programs. The tests of this checkout have just run, so it is trusted. The file system monitor,
 * which `status` would start, stays off.
 */
const TRUSTING = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false'];

function start(
  directory: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, null> | undefined {
  try {
    return spawn('git', [...TRUSTING, ...args], {
      cwd: directory,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      // `status` takes no optional lock, so it does not block the user's own git command.
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    });
  } catch {
    // Node emits ENOENT, EACCES, EAGAIN, EMFILE and ENFILE as events. It throws all other errors: ENOMEM, EPERM
    // under seccomp, E2BIG, ERR_ACCESS_DENIED.
    return undefined;
  }
}
