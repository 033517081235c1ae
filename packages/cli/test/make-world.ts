import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { clock } from '@svc/reporter-core/clock';
import spawn from 'cross-spawn';
import type { World } from '../src/world.ts';

export interface TestWorld extends World {
  /** What was written to stdout and stderr so far. */
  printed: () => { stdout: string; stderr: string };
}

/**
 * A process without an own process: nothing is a terminal, stdin is `input`, and every signal comes from `events`. The
 * clock and the network are those of the test.
 */
export function makeWorld({
  input,
  ...given
}: Partial<World> & { input?: string | Uint8Array | undefined } = {}): TestWorld {
  const stdout = new Pages();
  const stderr = new Pages();
  const world: World = {
    env: {},
    directory: '/',
    platform: 'linux',
    arch: 'x64',
    nodeVersion: process.versions.node,
    stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
    stdout,
    stderr,
    events: new EventEmitter(),
    clock,
    timeZone: 'UTC',
    temporaryDirectory: given.env?.['TMPDIR'] ?? tmpdir(),
    fetch,
    showsLinks: () => Promise.resolve(false),
    start: async ([program = '', ...args], env) =>
      piped(spawn(program, args, { env, cwd: world.directory }), world),
    ...given,
  };
  return { ...world, printed: () => ({ stdout: stdout.text(), stderr: stderr.text() }) };
}

/** A child cannot have these streams themselves. */
function piped(child: ChildProcess, { stdin, stdout, stderr }: World): ChildProcess {
  // A command that reads nothing has closed its stdin.
  child.stdin?.on('error', () => undefined);
  if (child.stdin) stdin.pipe(child.stdin);
  child.stdout?.pipe(stdout, { end: false });
  child.stderr?.pipe(stderr, { end: false });
  return child;
}

class Pages extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
