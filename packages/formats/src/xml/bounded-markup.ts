import { stripEscapes } from '../text/plain-text.ts';

/** Markup that a parser can read without filling the memory, and the reason why it ends there. */
export interface MarkupPiece {
  text: string;
  fault?: string;
}

/**
 * Filters XML, removing what a parser would refuse or hold completely in memory: the middle of a text, CDATA section
 * or attribute longer than `RUN_CHARACTERS` (the end of a test's output is the most useful), all comments, control
 * characters that XML forbids but tools write, and blanks before the document. Reads an `&` that begins no reference
 * as `&amp;`.
 */
export class BoundedMarkup {
  /** The number of removed lines, which a parser's own line count lacks. */
  droppedLines = 0;
  #place: Place = 'text';
  #carry = '';
  #passed = 0;
  #tail = '';
  #dropped = 0;
  #tagCharacters = 0;
  #hasBegun = false;

  /** A piece may end anywhere; an incomplete token waits for the next piece. */
  write(chunk: string): MarkupPiece {
    const input = this.#carry + this.#withoutBlanksInFront(chunk);
    this.#carry = '';
    let text = '';
    let at = 0;
    while (at < input.length) {
      const end = this.#findEndOfRun(input, at);
      text += this.#pass(input.slice(at, end.from));
      if (end.state === 'open') {
        this.#carry = input.slice(end.from);
        break;
      }
      if (end.state === 'doctype') return { text: text + this.#endRun(), fault: DOCTYPE };
      if (this.#tagCharacters > LONGEST_TAG) return { text, fault: TAG_TOO_LONG };
      text += this.#endRun() + (this.#place === 'comment' ? '' : input.slice(end.from, end.to));
      if (end.next === 'comment') text = text.slice(0, -COMMENT_OPEN.length);
      this.#place = end.next;
      if (end.next === 'text') this.#tagCharacters = 0;
      at = end.to;
    }
    return { text };
  }

  /** Scripts that print a report often print a line break first, and XML allows no declaration after it. */
  #withoutBlanksInFront(chunk: string): string {
    if (this.#hasBegun) return chunk;
    const begun = chunk.trimStart();
    this.#hasBegun = begun !== '';
    this.droppedLines += countLineBreaks(chunk.slice(0, chunk.length - begun.length));
    return begun;
  }

  /** Returns the rest that was held back, at the end of the input. */
  end(): string {
    const text = this.#pass(this.#carry) + this.#endRun();
    this.#carry = '';
    return text;
  }

  /** Finds the end of the run that began before `at`, and what follows. */
  #findEndOfRun(input: string, at: number): RunEnd {
    if (this.#place === 'text') return findEndOfText(input, at);
    if (this.#place === 'tag') return findEndOfTagPart(input, at);
    const { mark, next } = CLOSINGS[this.#place];
    return findEndAt(input, at, mark, next);
  }

  #pass(run: string): string {
    if (run === '' || this.#place === 'comment') {
      this.droppedLines += countLineBreaks(run);
      return '';
    }
    const clean =
      this.#place === 'cdata' ? replaceForbiddenCharacters(run) : replaceForbiddenReferences(run);
    const isInTag = this.#place === 'tag' || this.#place === '"' || this.#place === "'";
    this.#tagCharacters = isInTag ? this.#tagCharacters + run.length : 0;
    const room = Math.max(0, RUN_CHARACTERS - this.#passed);
    const head = clean.length <= room ? clean : cutBeforeReference(clean.slice(0, room));
    this.#passed += head.length;
    if (head.length === clean.length) return head;
    // Passes on no further characters of this run, even if the last head ended early.
    this.#passed = RUN_CHARACTERS;
    const held = this.#tail + clean.slice(head.length);
    const surplus = Math.max(0, held.length - TAIL_CHARACTERS);
    this.droppedLines += countLineBreaks(held.slice(0, surplus));
    this.#dropped += surplus;
    this.#tail = held.slice(surplus);
    return head;
  }

  #endRun(): string {
    const marker = this.#dropped > 0 ? `… [${this.#dropped} characters cut by svc] …` : '';
    const rest = marker + this.#tail;
    this.#passed = 0;
    this.#dropped = 0;
    this.#tail = '';
    return rest;
  }
}

// Above the contract's limit of one text (256 KiB), so that the contract's own cut decides.
const RUN_CHARACTERS = 512 * 1024;
const TAIL_CHARACTERS = 256 * 1024;
const LONGEST_TAG = 16 * 1024 * 1024;

const DOCTYPE = 'it has a DOCTYPE, which is refused because it can define entities';
const TAG_TOO_LONG = 'it has a tag of more than 16 MiB';

type Place = 'text' | 'tag' | 'cdata' | 'comment' | 'instruction' | '"' | "'";

type RunEnd =
  /** The run continues after the input; from `from` on, too little is known. */
  | { state: 'open'; from: number }
  | { state: 'doctype'; from: number }
  /** The run ends at `from`, its end mark at `to`. */
  | { state: 'ended'; from: number; to: number; next: Place };

const CLOSINGS: Record<Exclude<Place, 'text' | 'tag'>, { mark: string; next: Place }> = {
  cdata: { mark: ']]>', next: 'text' },
  comment: { mark: '-->', next: 'text' },
  instruction: { mark: '?>', next: 'text' },
  '"': { mark: '"', next: 'tag' },
  "'": { mark: "'", next: 'tag' },
};

const COMMENT_OPEN = '<!--';
const OPENINGS: readonly { mark: string; next: Place }[] = [
  { mark: COMMENT_OPEN, next: 'comment' },
  { mark: '<![CDATA[', next: 'cdata' },
  { mark: '<?', next: 'instruction' },
];
const LONGEST_OPENING = '<![CDATA['.length;

function findEndOfText(input: string, at: number): RunEnd {
  const from = input.indexOf('<', at);
  if (from === -1) return { state: 'open', from: findOpenReference(input, at) };
  const ahead = input.slice(from, from + LONGEST_OPENING).toUpperCase();
  if (ahead === '<!DOCTYPE') return { state: 'doctype', from };
  const opening = OPENINGS.find(({ mark }) => ahead.startsWith(mark));
  if (opening !== undefined) {
    return { state: 'ended', from, to: from + opening.mark.length, next: opening.next };
  }
  const isUndecided =
    from + ahead.length === input.length &&
    ahead.length < LONGEST_OPENING &&
    [...OPENINGS.map(({ mark }) => mark), '<!DOCTYPE'].some((mark) => mark.startsWith(ahead));
  if (isUndecided) return { state: 'open', from };
  return { state: 'ended', from, to: from + 1, next: 'tag' };
}

function findEndOfTagPart(input: string, at: number): RunEnd {
  TAG_MARK.lastIndex = at;
  const from = TAG_MARK.exec(input)?.index;
  if (from === undefined) return { state: 'open', from: input.length };
  const mark = input[from];
  const next = mark === '"' || mark === "'" ? mark : 'text';
  return { state: 'ended', from, to: from + 1, next };
}

const TAG_MARK = /["'>]/g;

function findEndAt(input: string, at: number, mark: string, next: Place): RunEnd {
  const from = input.indexOf(mark, at);
  if (from !== -1) return { state: 'ended', from, to: from + mark.length, next };
  if (mark.length === 1) return { state: 'open', from: findOpenReference(input, at) };
  // The mark may be split between two chunks.
  return { state: 'open', from: Math.max(at, input.length - mark.length + 1) };
}

/** The beginning of a reference such as `&amp;` that the end of the input splits; otherwise the end. */
function findOpenReference(input: string, at: number): number {
  const from = Math.max(at, input.length - LONGEST_REFERENCE);
  const begin = input.lastIndexOf('&');
  return begin >= from && !input.includes(';', begin) ? begin : input.length;
}

function cutBeforeReference(text: string): string {
  return text.slice(0, findOpenReference(text, 0));
}

const LONGEST_REFERENCE = 16;

/** Removes characters that XML forbids: tools write coloured output unchanged. */
function replaceForbiddenCharacters(text: string): string {
  return FORBIDDEN.test(text) ? stripEscapes(text).replaceAll(ALL_FORBIDDEN, '\ufffd') : text;
}

function replaceForbiddenReferences(text: string): string {
  const characters = replaceForbiddenCharacters(text);
  if (!characters.includes('&')) return characters;
  return characters
    .replaceAll(NO_REFERENCE, '&amp;')
    .replaceAll(/&#(?:x0*1b|0*27);\[[\d;]*[a-z]/gi, '')
    .replaceAll(
      /&#(?:x([\da-f]{1,8})|(\d{1,10}));/gi,
      (reference, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return isAllowed(code) ? reference : '\ufffd';
      },
    );
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const ALL_FORBIDDEN = new RegExp(FORBIDDEN.source, 'g');

// Limited to the length that `findOpenReference` holds back: the end of a chunk would split a longer name.
const NO_REFERENCE = /&(?!(?:#\d{1,10}|#[xX][\da-fA-F]{1,8}|[A-Za-z_:][\w:.-]{0,13});)/g;

function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

function countLineBreaks(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
