/**
 * Replaces quoted values by placeholders. In an assertion all of them, including `[…]` and `{…}`, except names
 * (`property 'total'`, the spy that was to be called). In other messages only quotations too long to be a name. One
 * pass, so linear even with unclosed quotes.
 */
export function withoutValues(text: string, isAssertion: boolean): string {
  if (!isAssertion) return withoutQuotations(text, (quoted) => quoted.length <= LONGEST_NAME);
  const unquoted = withoutQuotations(
    withoutAngles(text),
    (quoted, before, after, quote) =>
      quoted.length <= LONGEST_NAME &&
      (quote === '`' || (NAME.test(quoted) && (NAMED.test(before) || CALLED.test(after)))),
  );
  return withoutBrackets(unquoted);
}

const LONGEST_NAME = 80;
const NAME = /^[\w$.()-]+$/;
const NAMED =
  /\b(?:property|key|attribute|class|method|function|module|export|column|table|field|named|name|role|event|command) $/;
const CALLED = /^ to (?:not )?(?:be|have been) (?:called|nth|last)/;
const CONTEXT_CHARACTERS = 20;

type Keeps = (quoted: string, before: string, after: string, quote: string) => boolean;

function withoutQuotations(text: string, keeps: Keeps): string {
  let result = '';
  let copied = 0;
  const unclosed = new Set<string>();
  for (let start = findNextQuote(text, 0); start !== -1; start = findNextQuote(text, start + 1)) {
    const quote = text.charAt(start);
    if (unclosed.has(quote) || !isOpening(text, start)) continue;
    const end = findClosingQuote(text, quote, start + 1);
    if (end === -1) {
      unclosed.add(quote);
      continue;
    }
    const before = text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start);
    const after = text.slice(end + 1, end + 1 + CONTEXT_CHARACTERS);
    if (!keeps(text.slice(start + 1, end), before, after, quote)) {
      result += `${text.slice(copied, start)}<str>`;
      copied = end + 1;
    }
    start = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function findNextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DOUBLE || code === SINGLE || code === BACKTICK) return at;
  }
  return -1;
}

const DOUBLE = 34;
const SINGLE = 39;
const BACKTICK = 96;

/** False for the apostrophe of `doesn't` and for an escaped quote. */
function isOpening(text: string, at: number): boolean {
  return at === 0 || !/[\w\\]/.test(text.charAt(at - 1));
}

/** Finds the end of a quotation: a quote that is not escaped and not followed by a word character; -1 without one. */
function findClosingQuote(text: string, quote: string, from: number): number {
  let at = text.indexOf(quote, from);
  while (at !== -1) {
    if (text.charAt(at - 1) !== '\\' && !/\w/.test(text.charAt(at + 1))) return at;
    at = text.indexOf(quote, at + 1);
  }
  return -1;
}

/** `expected:<3> but was:<4>`, the form of JUnit. */
function withoutAngles(text: string): string {
  const found = /expected: ?</i.exec(text);
  if (found === null) return text;
  const start = found.index + found[0].length;
  const middle = text.indexOf('> but was:', start);
  const end = text.lastIndexOf('>');
  if (middle === -1 || end <= middle + 10) return text;
  const actual = text.slice(middle + 10, end).replace(/^ ?</, '');
  return `${text.slice(0, found.index)}expected: ${maskString(text.slice(start, middle))} but was: ${maskString(actual)}${text.slice(end + 1)}`;
}

function maskString(value: string): string {
  return /^(?:null|true|false|[-+]?\d{1,20}(?:\.\d{1,20})?)$/.test(value) ? value : '<str>';
}

/**
 * Replaces outermost pairs by `<list>` or `<object>`. A bracket in a name (a selector) or without its counterpart
 * stays.
 */
function withoutBrackets(text: string): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of findOutermostPairs(text)) {
    const placeholder = choosePlaceholder(text, start);
    result += text.slice(copied, start) + placeholder;
    copied = end + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function choosePlaceholder(text: string, start: number): string {
  if (text.startsWith('[Function', start)) return '<function>';
  return text.charAt(start) === '[' ? '<list>' : '<object>';
}

function findOutermostPairs(text: string): { start: number; end: number }[] {
  const open: number[] = [];
  const pairs: { start: number; end: number }[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '`') isName = !isName;
    if (isName) continue;
    if (character === '[' || character === '{') open.push(at);
    if (character !== ']' && character !== '}') continue;
    const start = open.pop();
    if (start === undefined) continue;
    // Pairs inside this one are now part of it.
    while ((pairs.at(-1)?.start ?? -1) > start) pairs.pop();
    pairs.push({ start, end: at });
  }
  return pairs;
}
