export interface JsonToken {
  text: string;
  /** The class of its colour. */
  className: 'tok-f' | 'tok-s' | 'tok-n' | 'tok-k' | null;
}

// Within one line, so that a string that was cut colours no other line.
const TOKEN =
  /(?<key>"(?:[^"\\\n]|\\.)*")(?=:)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<word>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*)/g;

/** Splits indented JSON into parts to colour. Joined, they are the text. */
export function tokenizeJson(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ text: text.slice(end, match.index), className: null });
    tokens.push({ text: match[0], className: pickTokenClass(match.groups ?? {}) });
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ text: text.slice(end), className: null });
  return tokens;
}

function pickTokenClass({
  key,
  string,
  word,
}: Record<string, string | undefined>): JsonToken['className'] {
  if (key !== undefined) return 'tok-f';
  if (string !== undefined) return 'tok-s';
  return word === undefined ? 'tok-n' : 'tok-k';
}
