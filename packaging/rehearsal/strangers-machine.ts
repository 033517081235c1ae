import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../public-packages.ts';
import { signalAll, type NodeMajor, type Run } from '../test/folder.ts';

export const NODE_24 = nodeOf(24);

/** The npm that comes with each Node, and the newest of the others. */
const MANAGERS: Record<NodeMajor, string[]> = {
  20: ['npm@10', 'pnpm@12', 'yarn@1', 'bun@1'],
  22: ['npm@10', 'pnpm@12', 'yarn@1', 'bun@1'],
  24: ['npm@11', 'pnpm@12', 'yarn@1', 'bun@1'],
};

/** A registry that does not answer fails the test. It does not hang it. */
const RUN_MS = 300_000;

/**
 * A machine that has one Node, the four package managers and an empty home folder, whose only settings name the
 * registry. Nothing of the environment of this process, of its user's home or of its package manager gets there.
 */
export class StrangersMachine {
  readonly node: NodeMajor;
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-stranger-')));
  readonly #env: Record<string, string>;

  constructor(node: NodeMajor, registry: string) {
    this.node = node;
    const tools = join(this.#home, 'tools');
    const path = [join(tools, 'node_modules/.bin'), dirname(nodeOf(node)), '/usr/bin', '/bin'];
    this.#env = { HOME: this.#home, PATH: path.join(':'), LANG: 'C.UTF-8' };
    writeFileSync(join(this.#home, '.npmrc'), `registry=${registry}/\n`);
    mkdirSync(tools);
    // With the npm that is here, because none is there yet.
    execFileSync(
      'npm',
      ['install', '--prefix', tools, '--no-audit', '--no-fund', ...MANAGERS[node]],
      { env: { ...this.#env, PATH: `${path.join(':')}:${process.env['PATH']}` }, stdio: 'pipe' },
    );
  }

  /** A new folder in the home folder. */
  makeFolder(name: string, files: Record<string, string> = {}): StrangersFolder {
    const path = join(this.#home, name);
    mkdirSync(path);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
    return new StrangersFolder(path, this.#env);
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

export class StrangersFolder {
  readonly path: string;
  readonly #env: Record<string, string>;

  constructor(path: string, env: Record<string, string>) {
    this.path = path;
    this.#env = env;
  }

  /** Starts a command as a shell in this folder would. */
  start(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(command, args, {
      cwd: this.path,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as in a terminal, where Ctrl-C reaches the whole group.
      detached: true,
    });
  }

  async run([command = '', ...args]: string[], env?: Record<string, string>): Promise<Run> {
    const child = this.start(command, args, env);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the output is not piped');
    const limit = setTimeout(() => signalAll(child, 'SIGKILL'), RUN_MS);
    const [out, err] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
    clearTimeout(limit);
    return { status: child.exitCode, stdout: out, stderr: err };
  }

  /** @throws Error with the output of a command that fails. */
  async runWell(command: string[]): Promise<void> {
    const { status, stdout, stderr } = await this.run(command);
    if (status === 0) return;
    throw new Error(`${command.join(' ')} exits with ${status}:\n${stdout}\n${stderr}`);
  }
}

function nodeOf(major: NodeMajor): string {
  return join(ROOT, 'node_modules', major === 24 ? 'node' : `node-${major}`, 'bin/node');
}
