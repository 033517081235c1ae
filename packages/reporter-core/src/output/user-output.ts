import { StreamOutput } from './stream-output.ts';

export interface OutputChunk {
  type: 'stdout' | 'stderr';
  content: string;
  /** Epoch ms. */
  time: number;
}

/**
 * Console output by writer: the id of a test, or of a file for output of its modules. The memory is bounded while
 * output arrives: each stream keeps its beginning and its end, and less of them after the run has printed very
 * much.
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

  collectChunks(writer: string): OutputChunk[] {
    const streams = this.#byWriter.get(writer);
    if (streams === undefined) return [];
    return (['stdout', 'stderr'] as const).flatMap((type) =>
      streams[type].collectPieces().map((piece) => ({ type, ...piece })),
    );
  }

  /** Drops unwanted output to make room for other output. */
  forget(writer: string): void {
    const streams = this.#byWriter.get(writer);
    if (streams === undefined) return;
    this.#characters -= streams.stdout.characters + streams.stderr.characters;
    this.#byWriter.delete(writer);
  }

  /** Returns the output and drops it. Its size still counts towards the run's limit. */
  take(writer: string): OutputChunk[] {
    const chunks = this.collectChunks(writer);
    this.#byWriter.delete(writer);
    return chunks;
  }
}

/** The text of one stream; undefined when there is none. */
export function joinStream(
  chunks: readonly OutputChunk[],
  type: OutputChunk['type'],
): string | undefined {
  const text = chunks
    .filter((chunk) => chunk.type === type)
    .map(({ content }) => content)
    .join('');
  return text === '' ? undefined : text;
}

// More than the contract accepts for a stream (256 KiB, a quarter of it from the beginning), so that the contract's
// own cut decides.
const BOUNDS = { head: 128 * 1024, tail: 256 * 1024 };
// The limit for the output that a run may send. Beyond it, each stream keeps its end, which contains the failure.
const MANY_CHARACTERS = 64 * 1024 * 1024;
const NARROW_BOUNDS = { head: 4 * 1024, tail: 12 * 1024 };
