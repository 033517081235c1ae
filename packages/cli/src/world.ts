import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** What the command takes from its process. `main.ts` makes it of `process`, which no other file of the command reads. */
export interface World {
  env: NodeJS.ProcessEnv;
  /** The current folder. */
  directory: string;
  platform: NodeJS.Platform;
  arch: string;
  /** `24.11.0`. */
  nodeVersion: string;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  /** Emits signals and `exit`, as `process` does. */
  events: EventEmitter;
  clock: { now: () => Date };
  /** `Europe/Berlin`, or an offset such as `+02:00`; undefined if Node does not know it. */
  timeZone: string | undefined;
  fetch: typeof globalThis.fetch;
  /** For temporary files. */
  temporaryDirectory: string;
  /** Starts a command in `directory` with the streams of this process. A command that cannot be started emits `error`. */
  start: (words: readonly string[], env: NodeJS.ProcessEnv) => Promise<ChildProcess>;
  /** Whether the stream's terminal shows links (OSC 8). */
  showsLinks: (name: 'stdout' | 'stderr') => Promise<boolean>;
}

export type Input = Readable & { isTTY?: boolean };

export type Output = Writable & { isTTY?: boolean; columns?: number };
