import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../public-packages.ts';

export type NodeMajor = 20 | 22 | 24;

/** The versions of Node that the packages are used on: SVC_PACKED_NODES, such as `20,22`. */
export const NODES = ([20, 22, 24] as const).filter((major) =>
  (process.env['SVC_PACKED_NODES'] ?? '24').split(',').includes(String(major)),
);

/** A registry that does not answer fails the test. It does not hang it. */
const RUN_MS = 150_000;

// What earlier runs have downloaded is not asked for again.
const NPM_FLAGS = ['--no-audit', '--no-fund', '--prefer-offline'];

export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A user's folder outside of this repository, and the Node that their shell finds. */
export class Folder {
  readonly path: string;
  readonly #node: NodeMajor;

  /** By default a new, empty folder. */
  constructor(node: NodeMajor, path?: string) {
    this.#node = node;
    this.path = path ?? realpathSync(mkdtempSync(join(tmpdir(), 'svc-packed-')));
  }

  write(files: Record<string, string>): void {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(this.path, name), content);
    }
  }

  /** Starts a command as a shell in this folder would. */
  start(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(command, args, {
      cwd: this.path,
      env: { ...userEnv(), PATH: this.#path(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as in a terminal, where Ctrl-C reaches the whole group.
      detached: true,
    });
  }

  async run(command: string, args: readonly string[], env?: Record<string, string>): Promise<Run> {
    const child = this.start(command, args, env);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the output is not piped');
    const limit = setTimeout(() => signalAll(child, 'SIGKILL'), RUN_MS);
    const [out, err] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
    clearTimeout(limit);
    return { status: child.exitCode, stdout: out, stderr: err };
  }

  /** @throws Error with the output of a command that fails. */
  async runWell(command: string, args: readonly string[]): Promise<void> {
    const { status, stdout, stderr } = await this.run(command, args);
    if (status !== 0) {
      throw new Error(`${command} ${args.join(' ')} exits with ${status}:\n${stdout}\n${stderr}`);
    }
  }

  npmInstall(...packages: readonly string[]): Promise<void> {
    return this.runWell('npm', ['install', ...NPM_FLAGS, ...packages]);
  }

  pnpmAdd(...packages: readonly string[]): Promise<void> {
    return this.runWell('npx', ['-y', 'pnpm@12', 'add', ...packages]);
  }

  #path(): string {
    const folder = this.#node === 24 ? 'node' : `node-${this.#node}`;
    return [join(ROOT, 'node_modules', folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  }
}

/** To the command and all that it has started. */
export function signalAll({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, name);
}

/** Without the settings of svc, of CI, and of the package manager and the test run that started this one. */
function userEnv(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:SVC_|PNPM_|pnpm_config_|npm_(?:package|lifecycle|command|execpath|node_execpath)|VITEST|JEST|CI$|GITHUB_|INIT_CWD|NODE_(?:ENV|OPTIONS|PATH)$)/.test(
        name,
      ),
  );
  return Object.fromEntries(inherited);
}
