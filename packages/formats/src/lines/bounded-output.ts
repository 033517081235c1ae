/** The output of a test as it arrives: its beginning and its end, if the middle would fill the memory. */
export class BoundedOutput {
  #head = '';
  #tail = '';
  #dropped = 0;

  add(text: string): void {
    if (this.#head.length < HEAD_CHARACTERS) {
      this.#head += text;
      return;
    }
    this.#tail += text;
    if (this.#tail.length <= 2 * TAIL_CHARACTERS) return;
    this.#dropped += this.#tail.length - TAIL_CHARACTERS;
    this.#tail = this.#tail.slice(-TAIL_CHARACTERS);
  }

  get length(): number {
    return this.#head.length + this.#tail.length;
  }

  get text(): string {
    const mark = this.#dropped > 0 ? `\n… [${this.#dropped} characters cut by svc] …\n` : '';
    return this.#head + mark + this.#tail;
  }
}

// Together above the contract's limit of one text (256 KiB), so that the contract's own cut decides.
const HEAD_CHARACTERS = 128 * 1024;
const TAIL_CHARACTERS = 256 * 1024;
