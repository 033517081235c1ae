import type { ReportParser } from '../report-parser.ts';

export interface TextLinesListener {
  /** Receives a line without its line break. `number` counts from 1. */
  line(text: string, number: number): void;
  /** @throws ReportError for a report that is cut off. */
  end(): void;
}

/** Reads lines in pieces, and drops the end of a line that would fill the memory. */
export class TextLines implements ReportParser {
  readonly #listener: TextLinesListener;
  #pending = '';
  #number = 1;

  constructor(listener: TextLinesListener) {
    this.#listener = listener;
  }

  write(chunk: string): void {
    let from = 0;
    for (let to = chunk.indexOf('\n'); to !== -1; to = chunk.indexOf('\n', from)) {
      this.#add(chunk.slice(from, to));
      this.#endLine();
      from = to + 1;
    }
    this.#add(chunk.slice(from));
  }

  close(): void {
    if (this.#pending !== '') this.#endLine();
    this.#listener.end();
  }

  #add(text: string): void {
    this.#pending += text.slice(0, LONGEST_LINE - this.#pending.length);
  }

  #endLine(): void {
    const text = this.#pending.endsWith('\r') ? this.#pending.slice(0, -1) : this.#pending;
    this.#pending = '';
    this.#listener.line(text, this.#number++);
  }
}

// Equals the contract's limit of one text.
const LONGEST_LINE = 256 * 1024;
