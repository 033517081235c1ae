import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { clock } from '@svc/reporter-core/clock';
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
  return {
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
    fetch,
    showsLinks: () => Promise.resolve(false),
    ...given,
    printed: () => ({ stdout: stdout.text(), stderr: stderr.text() }),
  };
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
