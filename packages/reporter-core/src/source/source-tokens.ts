/** A token of JavaScript or TypeScript source. Comments and regular expressions produce no tokens. */
export interface SourceToken {
  kind: 'word' | 'text' | 'sign';
  /** The word, or the character of the sign. Empty for a text. */
  value: string;
  /** The content of a string, or the texts around the substitutions of a template. */
  parts: readonly string[];
  /** The line of its first character, from 1. */
  line: number;
}

/**
 * The tokens of a source. Undefined if brackets or quotes do not match: the scan does not know the grammar, so it
 * cannot be sure what is code then.
 *
 * The reporters scan test files in the process that runs the tests, so the scan must be fast. The package `js-tokens`
 * finds the same test calls, but its tokens alone take more time than this whole scan, and with their conversion to
 * `SourceToken` the same files take 3 to 4 times as long.
 */
export function tokenizeSource(source: string): SourceToken[] | undefined {
  const scan: Scan = { source, at: 0, line: 1, tokens: [] };
  return scanCode(scan) && scan.at === source.length ? scan.tokens : undefined;
}

interface Scan {
  source: string;
  at: number;
  line: number;
  tokens: SourceToken[];
}

const NO_PARTS: readonly string[] = [];

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const QUOTED = /'(?:[^'\\\n]|\\(?:\r\n|[^]))*'|"(?:[^"\\\n]|\\(?:\r\n|[^]))*"/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Scans to the end of the source, or to the bracket that closes a template's substitution. */
function scanCode(scan: Scan): boolean {
  const open: string[] = [];
  while (scan.at < scan.source.length) {
    const code = scan.source.charCodeAt(scan.at);
    if (mayBeBlank(code) && take(scan, BLANK) !== undefined) continue;
    if (isWordCode(code)) {
      scanWord(scan);
      continue;
    }
    const sign = scan.source.charAt(scan.at);
    if (sign === '}' && open.length === 0) return true;
    if (!scanSign(scan, sign)) return false;
    const closing = CLOSING[sign];
    if (closing !== undefined) open.push(closing);
    else if (isClosing(sign) && open.pop() !== sign) return false;
  }
  return open.length === 0;
}

/** Whether a blank or a comment can start with this character. */
function mayBeBlank(code: number): boolean {
  return code <= 0x20 || code === SLASH || code >= 0x80;
}

const SLASH = 0x2f;

function isWordCode(code: number): boolean {
  return code >= 0x80 || WORD_CODES[code] === 1;
}

// A regular expression for every word and sign makes the scan take 1.7 times as long.
const WORD_CODES = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** A word never contains '\n', so the line number stays the same. */
function scanWord(scan: Scan): void {
  const { source, line } = scan;
  const from = scan.at;
  while (isWordCode(source.charCodeAt(scan.at))) scan.at++;
  scan.tokens.push({ kind: 'word', value: source.slice(from, scan.at), parts: NO_PARTS, line });
}

function scanSign(scan: Scan, sign: string): boolean {
  if (sign === '`') return scanTemplate(scan);
  if (sign === "'" || sign === '"') return scanQuoted(scan);
  // Otherwise it is a division, or the end of a JSX element.
  if (sign === '/' && mayBePattern(scan)) return take(scan, PATTERN) !== undefined;
  scan.tokens.push({ kind: 'sign', value: sign, parts: NO_PARTS, line: scan.line });
  scan.at++;
  return true;
}

function scanQuoted(scan: Scan): boolean {
  const { line } = scan;
  const quoted = take(scan, QUOTED);
  if (quoted === undefined) return false;
  scan.tokens.push({ kind: 'text', value: '', parts: [decodeEscapes(quoted.slice(1, -1))], line });
  return true;
}

function scanTemplate(scan: Scan): boolean {
  const { line } = scan;
  const parts: string[] = [];
  scan.at++;
  for (;;) {
    parts.push(decodeEscapes(take(scan, TEMPLATE_TEXT) ?? ''));
    if (scan.source.charAt(scan.at) === '`') break;
    if (!scan.source.startsWith('${', scan.at)) return false;
    scan.at += 2;
    // Code inside a template defines no tests.
    const inner: Scan = { ...scan, tokens: [] };
    if (!scanCode(inner) || inner.source.charAt(inner.at) !== '}') return false;
    scan.at = inner.at + 1;
    scan.line = inner.line;
  }
  scan.at++;
  scan.tokens.push({ kind: 'text', value: '', parts, line });
  return true;
}

/**
 * Returns the text that the expression matches at the current position and moves behind it. Undefined without a
 * match.
 */
function take(scan: Scan, expression: RegExp): string | undefined {
  expression.lastIndex = scan.at;
  const text = expression.exec(scan.source)?.[0];
  if (text === undefined || text === '') return undefined;
  scan.at += text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) scan.line++;
  return text;
}

const BEFORE_PATTERN = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);

function mayBePattern({ source, at, tokens }: Scan): boolean {
  const before = tokens.at(-1);
  if (source.charAt(at + 1) === '>') return false;
  if (before === undefined) return true;
  if (before.kind === 'word') return BEFORE_PATTERN.has(before.value);
  return before.kind === 'sign' && !')]}<'.includes(before.value);
}

function isClosing(sign: string): boolean {
  return sign === ')' || sign === ']' || sign === '}';
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
  '\r\n': '',
};

function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(
    /\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^]))/g,
    (_, braced?: string, four?: string, two?: string, plain = '') => {
      const code = braced ?? four ?? two;
      if (code === undefined) return ESCAPES[plain] ?? plain;
      const point = Number.parseInt(code, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
    },
  );
}
