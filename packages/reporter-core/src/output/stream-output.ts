/** A piece of output, printed at one time. */
export interface OutputPiece {
  content: string;
  /** Epoch ms. */
  time: number;
}

/** Limits in characters. */
export interface OutputBounds {
  head: number;
  /** The tail grows to twice this size before it is cut, so that not every piece needs a cut. */
  tail: number;
}

/** The beginning and the end of a stream of any length. */
export class StreamOutput {
  /** Number of characters kept. */
  characters = 0;
  readonly #head: OutputPiece[] = [];
  #tail: OutputPiece[] = [];
  #tailCharacters = 0;
  #gone = { characters: 0, time: 0 };

  add({ content, time }: OutputPiece, { head, tail }: OutputBounds): void {
    const isBeginning = this.#tail.length === 0 && this.#gone.characters === 0;
    const room = isBeginning ? Math.max(0, head - this.characters) : 0;
    if (content.length <= room) return this.#keep(this.#head, { content, time });
    if (room > 0) this.#keep(this.#head, { content: copySlice(content.slice(0, room)), time });
    const end = content.slice(Math.max(room, content.length - tail));
    this.#lose(content.length - room - end.length, time);
    this.#keep(this.#tail, { content: end === content ? content : copySlice(end), time });
    this.#tailCharacters += end.length;
    if (this.#tailCharacters > 2 * tail) this.#shorten(tail);
  }

  /** The pieces in the order of printing, with a piece that reports how much is missing. */
  collectPieces(): OutputPiece[] {
    const { characters, time } = this.#gone;
    if (characters === 0) return [...this.#head, ...this.#tail];
    const content = `\n… [${characters} characters cut by svc] …\n`;
    return [...this.#head, { content, time }, ...this.#tail];
  }

  #keep(part: OutputPiece[], piece: OutputPiece): void {
    part.push(piece);
    this.characters += piece.content.length;
  }

  /** Drops the oldest pieces of the tail until it has the given size. */
  #shorten(tail: number): void {
    let first = 0;
    for (const { content, time } of this.#tail) {
      if (this.#tailCharacters - content.length < tail) break;
      this.#tailCharacters -= content.length;
      this.characters -= content.length;
      this.#lose(content.length, time);
      first++;
    }
    this.#tail = this.#tail.slice(first);
  }

  #lose(characters: number, time: number): void {
    if (characters > 0) this.#gone = { characters: this.#gone.characters + characters, time };
  }
}

/** Copies the slice. A slice of a string keeps the whole string in memory. */
function copySlice(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}
