import { type SourceToken, tokenizeSource } from './source-tokens.ts';

/** A title as written in the source: the texts around its placeholders. One text if it has no placeholders. */
export type WrittenTitle = readonly string[];

/** A call that defines a test, such as `test('adds up', …)` or `it.each(…)('adds %i', …)`. */
export interface TestCall {
  /** The titles from the outermost suite around the call to the test itself. */
  path: readonly WrittenTitle[];
  /** Whether the call uses `each`. */
  isEach: boolean;
  /** The line that frameworks report for the call: the line of its last name, or of the bracket after a table. */
  line: number;
}

/**
 * The calls in a source that define tests, by the names that Jest and Vitest share: `test`, `it`, `describe` and
 * `suite`. Undefined if the source cannot be scanned reliably. Does not include tests that a helper with another
 * name defines.
 */
export function parseTestCalls(source: string): TestCall[] | undefined {
  const tokens = tokenizeSource(source);
  if (tokens === undefined) return undefined;
  const calls: TestCall[] = [];
  const suiteAt = new Map<number, WrittenTitle>();
  const open: (WrittenTitle | undefined)[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { kind = 'sign', value = '' } = tokens[index] ?? {};
    if (kind === 'sign') {
      if (OPENING.has(value)) open.push(suiteAt.get(index));
      else if (CLOSING.has(value)) open.pop();
    }
    const call = kind === 'word' ? readCall(tokens, index) : undefined;
    if (call === undefined) continue;
    if (call.isSuite) {
      suiteAt.set(call.bracket, call.title);
    } else {
      const suites = open.filter((title) => title !== undefined);
      calls.push({ path: [...suites, call.title], isEach: call.isEach, line: call.line });
    }
  }
  return calls;
}

/** Whether the written title can produce this title. */
export function canProduceTitle(title: string, written: WrittenTitle): boolean {
  const [first = '', ...rest] = written;
  if (rest.length === 0) return title === first;
  if (!title.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    at = title.indexOf(part, at);
    if (at < 0) return false;
    at += part.length;
  }
  const last = rest.at(-1) ?? '';
  return title.length - last.length >= at && title.endsWith(last);
}

interface Call {
  isSuite: boolean;
  isEach: boolean;
  title: WrittenTitle;
  /** The index of the bracket before the title. */
  bracket: number;
  line: number;
}

const OPENING = new Set('([{');
const CLOSING = new Set(')]}');
const TESTS = new Set(['test', 'it']);
const SUITES = new Set(['describe', 'suite']);
const PLAIN = new Set('only skip todo fails failing concurrent sequential shuffle'.split(' '));
const WITH_TABLE = new Set(['each', 'for']);
const WITH_CONDITION = new Set(['skipIf', 'runIf']);

// A title that is not a literal can have any value.
const COMPUTED: WrittenTitle = ['', ''];

function readCall(tokens: readonly SourceToken[], start: number): Call | undefined {
  const base = tokens[start]?.value ?? '';
  if (!(TESTS.has(base) || SUITES.has(base)) || isSign(tokens[start - 1], '.')) return undefined;
  let at = start + 1;
  let named: number | undefined = start;
  let isSuite = SUITES.has(base);
  let table: string | undefined;
  while (isSign(tokens[at], '.')) {
    const name = tokens[at + 1]?.value ?? '';
    named = at + 1;
    at += 2;
    if (SUITES.has(name)) isSuite = true;
    else if (WITH_TABLE.has(name)) table = name;
    else if (!PLAIN.has(name) && !WITH_CONDITION.has(name)) return undefined;
    if (WITH_TABLE.has(name) || WITH_CONDITION.has(name)) {
      at = skipTable(tokens, skipTypes(tokens, at));
      named = undefined;
    }
  }
  const bracket = skipTypes(tokens, at);
  if (!isSign(tokens[bracket], '(')) return undefined;
  // After a table, frameworks report the line of the bracket.
  const line = tokens[named ?? bracket]?.line ?? 0;
  const title = parseTitleAt(tokens, bracket + 1, table !== undefined);
  return { isSuite, isEach: table === 'each', title, bracket, line };
}

function parseTitleAt(tokens: readonly SourceToken[], at: number, hasTable: boolean): WrittenTitle {
  const written = tokens[at];
  const after = tokens[at + 1];
  if (written?.kind !== 'text' || !(isSign(after, ',') || isSign(after, ')'))) return COMPUTED;
  if (!hasTable) return written.parts;
  // Placeholders that frameworks fill in from a table: `%s` and similar, and `$name`.
  return written.parts.flatMap((part) => part.split(/%[a-zA-Z#$%]|\$[\w.$]+/));
}

/** The index after the brackets of a table or a condition, or after the template of a table. */
function skipTable(tokens: readonly SourceToken[], start: number): number {
  return tokens[start]?.kind === 'text' ? start + 1 : skipPair(tokens, start, '()');
}

/** The index after type arguments, if there are any. */
function skipTypes(tokens: readonly SourceToken[], start: number): number {
  return isSign(tokens[start], '<') ? skipPair(tokens, start, '<>') : start;
}

function skipPair(tokens: readonly SourceToken[], start: number, pair: '()' | '<>'): number {
  const [opening = '', closing = ''] = pair;
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (isSign(tokens[at], opening)) depth++;
    // The `>` of an arrow closes nothing.
    else if (isSign(tokens[at], closing) && !isSign(tokens[at - 1], '=')) depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function isSign(token: SourceToken | undefined, value: string): boolean {
  return token?.kind === 'sign' && token.value === value;
}
