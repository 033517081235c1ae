/** A piece of what was printed. */
export interface OutputChunk {
  type: 'stdout' | 'stderr';
  content: string;
  /** Epoch ms. */
  time: number;
}

/**
 * Console output by the id of what wrote it: a test, or the file for what its modules print. Bounded
 * for each, keeping its beginning and its end, and in all, since a chatty suite must not fill the memory.
 */
export class UserOutput {
  readonly #byWriter = new Map<string, WriterOutput>();
  #room = ROOM_CHARACTERS;

  add(writer: string, { type, content, time }: OutputChunk): void {
    if (this.#room <= 0) return;
    const output = this.#byWriter.get(writer) ?? { chunks: [], characters: 0 };
    const kept = content.length > WRITER_CHARACTERS ? ends(content) : content;
    output.chunks.push({ type, content: kept, time });
    output.characters += kept.length;
    this.#room -= kept.length;
    if (output.characters > WRITER_CHARACTERS) this.#room += thin(output);
    this.#byWriter.set(writer, output);
  }

  /** Hands the output over and lets go of it. What it took of the room stays taken. */
  take(writer: string): readonly OutputChunk[] {
    const chunks = this.of(writer);
    this.#byWriter.delete(writer);
    return chunks;
  }

  of(writer: string): readonly OutputChunk[] {
    return this.#byWriter.get(writer)?.chunks ?? [];
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

interface WriterOutput {
  chunks: OutputChunk[];
  characters: number;
}

// Above what the contract takes of two streams (256 KiB each), so that the contract's own cut decides.
const WRITER_CHARACTERS = 1024 * 1024;
const HEAD_CHARACTERS = 128 * 1024;
const ROOM_CHARACTERS = 64 * 1024 * 1024;

/** The beginning and the end of one huge piece. Copied, since a slice would hold on to the whole. */
function ends(content: string): string {
  const kept = [content.slice(0, HEAD_CHARACTERS), content.slice(-HEAD_CHARACTERS)];
  const gone = content.length - 2 * HEAD_CHARACTERS;
  return Buffer.from(kept.join(cutMarker(gone))).toString();
}

function cutMarker(gone: number): string {
  return `\n… [${gone} characters cut by svc] …\n`;
}

/** Takes chunks out of the middle until half is left, so that the next call is far off. Gives what became free. */
function thin(output: WriterOutput): number {
  let head = 0;
  let headCharacters = 0;
  while (headCharacters < HEAD_CHARACTERS && head < output.chunks.length - 1) {
    headCharacters += output.chunks[head]?.content.length ?? 0;
    head++;
  }
  let gone = 0;
  let end = head;
  while (output.characters - gone > WRITER_CHARACTERS / 2 && end < output.chunks.length - 1) {
    gone += output.chunks[end]?.content.length ?? 0;
    end++;
  }
  const [{ type, time } = { type: 'stdout' as const, time: 0 }] = output.chunks.slice(head, end);
  const marker = cutMarker(gone);
  output.chunks.splice(head, end - head, { type, content: marker, time });
  output.characters -= gone - marker.length;
  return gone - marker.length;
}
