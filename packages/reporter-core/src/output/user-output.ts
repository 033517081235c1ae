import { StreamOutput } from './stream-output.ts';

/** A piece of what was printed. */
export interface OutputChunk {
  type: 'stdout' | 'stderr';
  content: string;
  /** Epoch ms. */
  time: number;
}

/**
 * Console output by the id of what wrote it: a test, or the file for what its modules print. Bounded
 * while it arrives, since a chatty suite must not fill the memory: each stream keeps its beginning and
 * its end, and little of them once the whole run has printed very much.
 */
export class UserOutput {
  readonly #byWriter = new Map<string, Record<OutputChunk['type'], StreamOutput>>();
  #characters = 0;

  add(writer: string, { type, content, time }: OutputChunk): void {
    const streams = this.#byWriter.get(writer) ?? {
      stdout: new StreamOutput(),
      stderr: new StreamOutput(),
    };
    this.#byWriter.set(writer, streams);
    const stream = streams[type];
    const before = stream.characters;
    stream.add({ content, time }, this.#characters < MANY_CHARACTERS ? BOUNDS : NARROW_BOUNDS);
    this.#characters += stream.characters - before;
  }

  of(writer: string): OutputChunk[] {
    const streams = this.#byWriter.get(writer);
    if (streams === undefined) return [];
    return (['stdout', 'stderr'] as const).flatMap((type) =>
      streams[type].pieces().map((piece) => ({ type, ...piece })),
    );
  }

  /** Lets go of output that is not wanted, and makes room for that of others. */
  forget(writer: string): void {
    const streams = this.#byWriter.get(writer);
    if (streams === undefined) return;
    this.#characters -= streams.stdout.characters + streams.stderr.characters;
    this.#byWriter.delete(writer);
  }

  /** Hands the output over and lets go of it. What it took of the room stays taken. */
  take(writer: string): OutputChunk[] {
    const chunks = this.of(writer);
    this.#byWriter.delete(writer);
    return chunks;
  }
}

/** The text of one stream; undefined when there is none. */
export function textOf(
  chunks: readonly OutputChunk[],
  type: OutputChunk['type'],
): string | undefined {
  const text = chunks
    .filter((chunk) => chunk.type === type)
    .map(({ content }) => content)
    .join('');
  return text === '' ? undefined : text;
}

// Above what the contract takes of a stream (256 KiB, a quarter of it from the beginning), so that the
// contract's own cut decides.
const BOUNDS = { head: 128 * 1024, tail: 256 * 1024 };
// As much as a run may send. Beyond that each stream still has the end that says why.
const MANY_CHARACTERS = 64 * 1024 * 1024;
const NARROW_BOUNDS = { head: 4 * 1024, tail: 12 * 1024 };
