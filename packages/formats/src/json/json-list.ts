import { ReportError } from '../report-error.ts';
import { toRecord, type JsonRecord } from './json-fields.ts';
import type { BatchCollector } from '../report-batch.ts';

export interface JsonListListener {
  /** Everything before the first list; called once, before its first entry. */
  head(document: JsonRecord): void;
  /** `list` is the last key of the list's path; empty for a document that is a list. */
  entry(value: unknown, list: string): void;
  /** An entry of the inner list of an entry, before that one, in which the list is empty. `before`: its keys so far. */
  innerEntry?(value: unknown, before: JsonRecord): void;
  /** Everything after the first list, without the part before it. Entries of lists are left out. */
  tail(document: JsonRecord): void;
  /** Called at the end of the document. */
  end?(): void;
}

/** Reads one tool's JSON report: the paths of its long lists, and the meaning of its parts. */
export interface JsonReader extends JsonListListener {
  listPath: readonly string[];
  /** Further lists of the outermost object. */
  otherLists?: readonly string[];
  /** The key of a list in each entry that may be as long as the report. */
  innerList?: string;
}

export type MakeJsonReader = (
  into: BatchCollector,
  sentPath: (path: string) => string,
) => JsonReader;

/**
 * Reads a JSON document in pieces and reports its long lists entry by entry, with no more than one entry in memory,
 * or one entry of its inner list.
 * `listPath` names the first list, such as `['results', 'tests']`; it need not come first in the document.
 * @throws ReportError when it is not JSON, lacks the lists, or has parts that are too large.
 */
export class JsonList {
  readonly #path: readonly string[];
  readonly #otherLists: readonly string[];
  readonly #listener: JsonListListener;
  readonly #innerList: string | undefined;
  /** While the inner list is read: the text of the entry before it, and its keys. */
  #outer: { text: string; record: JsonRecord } | undefined;
  readonly #keys: (string | undefined)[] = [];
  #place: 'head' | 'list' | 'tail' | 'done' = 'head';
  #pending = '';
  /** The path of the list that came first, and the text between it and the latest one. */
  #firstPath: readonly string[];
  #between = '';
  #list = '';
  #listDepth = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Whether the text that is being read may be the key of a list. */
  #mayBeKey = false;
  /** The beginning of the last text before the list, which is a key if a colon follows. */
  #lastText = '';
  #key: string | undefined;
  #line = 1;

  constructor(reader: JsonReader) {
    this.#path = reader.listPath;
    this.#firstPath = reader.listPath;
    this.#otherLists = reader.otherLists ?? [];
    this.#innerList = reader.innerList;
    this.#listener = reader;
  }

  write(chunk: string): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#isInString) this.#readInString(code);
      else if (code === QUOTE) {
        this.#isInString = true;
        this.#lastText = '';
        this.#mayBeKey = this.#place === 'head' || this.#awaitsOtherList || this.#awaitsInnerList;
      } else if (code === COLON) this.#key = this.#lastText;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        const isInner = code === OPEN_BRACKET && this.#isInnerListBegin();
        this.#open(code === OPEN_BRACKET);
        if (isInner) from = this.#beginInnerList(chunk, from, at);
        else if (this.#isListBegin(code)) from = this.#beginList(chunk, from, at);
      } else if (code === COMMA && this.#isBetweenEntries()) {
        from = this.#endEntry(chunk, from, at);
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (this.#isBetweenEntries()) {
          from =
            this.#outer === undefined
              ? this.#endList(chunk, from, at)
              : this.#endInnerList(this.#outer, { chunk, from, at });
        }
        this.#depth--;
      } else if (code === NEWLINE) this.#line++;
    }
    if (this.#place === 'done') return;
    this.#pending += chunk.slice(from);
    const outer = this.#outer?.text.length ?? 0;
    if (this.#between.length + outer + this.#pending.length > LARGEST_PART) this.#refuseLargePart();
  }

  /** The end of the document. */
  close(): void {
    if (this.#depth > 0 || this.#isInString) this.#fail('it ends in the middle');
    if (this.#place === 'head') {
      this.#parse(this.#pending);
      this.#fail(`it has no list '${this.#path.join('.')}'`);
    }
    const after = this.#between + this.#pending;
    if (after.trim() !== '') {
      const opening = this.#firstPath.map((key) => `{${JSON.stringify(key)}:`).join('');
      this.#listener.tail(toRecord(this.#parse(`${opening}[]${after}`)));
    }
    this.#listener.end?.();
  }

  #readInString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isInString = false;
    if (this.#mayBeKey && this.#isInString && this.#lastText.length < LONGEST_KEY) {
      this.#lastText += String.fromCharCode(code);
    }
  }

  #open(isList: boolean): void {
    // Entries of lists have no key, so the list is not inside one.
    if (this.#depth < Math.max(2, this.#path.length + 1)) this.#keys[this.#depth] = this.#key;
    this.#key = isList ? undefined : this.#key;
    this.#depth++;
  }

  get #awaitsOtherList(): boolean {
    return this.#place === 'tail' && this.#otherLists.length > 0;
  }

  /** Whether the key before a bracket may be that of the inner list. */
  get #awaitsInnerList(): boolean {
    const isInEntry = this.#place === 'list' && this.#depth === this.#listDepth + 1;
    return isInEntry && this.#innerList !== undefined && this.#outer === undefined;
  }

  #isInnerListBegin(): boolean {
    return this.#awaitsInnerList && this.#key === this.#innerList;
  }

  #isListBegin(code: number): boolean {
    if (code !== OPEN_BRACKET || (this.#place !== 'head' && !this.#awaitsOtherList)) return false;
    const key = this.#keys[1];
    if (this.#depth === 2 && key !== undefined && this.#otherLists.includes(key)) return true;
    return (
      this.#depth === this.#path.length + 1 &&
      this.#path.every((part, index) => this.#keys[index + 1] === part)
    );
  }

  #isBetweenEntries(): boolean {
    const depth = this.#outer === undefined ? this.#listDepth : this.#listDepth + 2;
    return this.#place === 'list' && this.#depth === depth;
  }

  #beginList(chunk: string, from: number, at: number): number {
    const before = this.#takePart(chunk, from, at + 1);
    this.#list = this.#keys[this.#depth - 1] ?? '';
    if (this.#place === 'head') {
      const levels = this.#depth - 1;
      this.#firstPath = this.#keys.slice(1, this.#depth).map((key) => key ?? '');
      this.#listener.head(toRecord(this.#parse(`${before}]${'}'.repeat(levels)}`)));
    } else this.#between += before;
    this.#place = 'list';
    this.#listDepth = this.#depth;
    return at + 1;
  }

  #beginInnerList(chunk: string, from: number, at: number): number {
    const text = this.#takePart(chunk, from, at + 1);
    this.#outer = { text, record: toRecord(this.#parse(`${text}]}`)) };
    return at + 1;
  }

  #endEntry(chunk: string, from: number, at: number): number {
    const value = this.#parse(this.#takePart(chunk, from, at));
    if (this.#outer === undefined) this.#listener.entry(value, this.#list);
    else this.#listener.innerEntry?.(value, this.#outer.record);
    return at + 1;
  }

  /** The entry continues after its empty list. */
  #endInnerList(
    { text, record }: { text: string; record: JsonRecord },
    { chunk, from, at }: { chunk: string; from: number; at: number },
  ): number {
    const last = this.#takePart(chunk, from, at);
    if (last.trim() !== '') this.#listener.innerEntry?.(this.#parse(last), record);
    this.#outer = undefined;
    this.#pending = text;
    return at;
  }

  #endList(chunk: string, from: number, at: number): number {
    const last = this.#takePart(chunk, from, at);
    if (last.trim() !== '') this.#listener.entry(this.#parse(last), this.#list);
    this.#place = 'tail';
    if (this.#between !== '') this.#between += ']';
    return at + 1;
  }

  #takePart(chunk: string, from: number, to: number): string {
    const part = this.#pending + chunk.slice(from, to);
    this.#pending = '';
    return part;
  }

  #parse(part: string): unknown {
    try {
      return JSON.parse(part);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Removes the position, which is relative to the part and would mislead.
      const reason = error.message.replace(/ in JSON at position.*$| \(line.*$/s, '');
      return this.#fail(`it is no JSON: ${reason}`);
    }
  }

  #refuseLargePart(): void {
    if (this.#place === 'tail') {
      // The rest is coverage, which is not needed.
      this.#pending = '';
      this.#place = 'done';
      return;
    }
    const part = this.#place === 'head' ? `the part before '${this.#path.join('.')}'` : 'an entry';
    this.#fail(`${part} is larger than 128 MiB`);
  }

  #fail(message: string): never {
    throw new ReportError(message, { line: this.#line });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const NEWLINE = 0x0a;

const LONGEST_KEY = 64;
const LARGEST_PART = 128 * 1024 * 1024;
