/** Collects texts into pieces that are large enough to send. */
export class PieceBuffer {
  #texts: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }

  get isFull(): boolean {
    return this.#length >= PIECE_LENGTH;
  }

  /** Returns and clears the collected text. */
  take(): Buffer {
    const piece = Buffer.from(this.#texts.join(''));
    this.#texts = [];
    this.#length = 0;
    return piece;
  }
}

const PIECE_LENGTH = 64 * 1024;
