export interface CodeToken {
  text: string;
  /** The class of its colour. */
  className: 'tok-k' | 'tok-s' | 'tok-n' | null;
}

const KEYWORDS =
  'async|await|break|case|catch|class|const|continue|def|default|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|let|new|null|of|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|yield';

const TOKEN = new RegExp(
  String.raw`(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)|\b(?<keyword>${KEYWORDS})\b|\b(?<number>\d[\d_.]*)\b`,
  'g',
);

/** Splits a line of JavaScript or a similar language into parts to colour. Joined, they are the line. */
export function tokenizeCode(code: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), className: null });
    const { string, keyword } = match.groups ?? {};
    const className = string !== undefined ? 'tok-s' : keyword !== undefined ? 'tok-k' : 'tok-n';
    tokens.push({ text: match[0], className });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ text: code.slice(end), className: null });
  return tokens;
}
