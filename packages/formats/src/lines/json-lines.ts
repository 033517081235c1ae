import { toRecord, type JsonRecord } from '../json/json-fields.ts';
import { ReportError } from '../report-error.ts';
import type { ReportParser } from '../report-parser.ts';

/** Where a line was read, for error messages. */
export interface JsonLinesListener {
  record(record: JsonRecord): void;
  /** A line that is not an object of JSON: other output of the tool is mixed with its report. */
  addStray?(line: string): void;
  end(): void;
}

/** Reads one object per line, in pieces, with one line in memory. */
export class JsonLines implements ReportParser {
  readonly #listener: JsonLinesListener;
  #pending = '';
  #line = 1;

  constructor(listener: JsonLinesListener) {
    this.#listener = listener;
  }

  write(chunk: string): void {
    let from = 0;
    for (let to = chunk.indexOf('\n'); to !== -1; to = chunk.indexOf('\n', from)) {
      this.#read(this.#pending + chunk.slice(from, to));
      this.#pending = '';
      this.#line++;
      from = to + 1;
    }
    this.#pending += chunk.slice(from);
    if (this.#pending.length > LONGEST_LINE) this.#fail('it has a line of more than 64 MiB');
  }

  close(): void {
    this.#read(this.#pending);
    this.#pending = '';
    try {
      this.#listener.end();
    } catch (error) {
      if (error instanceof ReportError) this.#fail(error.message);
      throw error;
    }
  }

  #read(text: string): void {
    const line = text.trim();
    if (line === '') return;
    const record = parseObject(line);
    if (record === undefined) this.#listener.addStray?.(line);
    else this.#listener.record(record);
  }

  #fail(message: string): never {
    throw new ReportError(message, { line: this.#line });
  }
}

const LONGEST_LINE = 64 * 1024 * 1024;

/** The object that a line consists of; undefined for other text. */
export function parseObject(line: string): JsonRecord | undefined {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    return toRecord(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
