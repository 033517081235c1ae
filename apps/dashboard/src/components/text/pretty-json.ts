// The indentation of deeper JSON would be longer than any text that is stored.
const DEPTH_MOST = 100;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON on indented lines, with each number and string as it was written. Null for a text that is no JSON, and for JSON
 * that is more than 100 levels deep.
 */
export function prettifyJson(text: string): string | null {
  if (!isJson(text)) return null;
  const tokens = Array.from(text.matchAll(TOKEN), ([token]) => token);
  let pretty = '';
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (isOpening(token)) {
      depth++;
      if (depth > DEPTH_MOST) return null;
      pretty += token + (isClosing(tokens[at + 1]) ? '' : breakLine(depth));
    } else if (isClosing(token)) {
      depth--;
      pretty += (isOpening(tokens[at - 1]) ? '' : breakLine(depth)) + token;
    } else {
      pretty += token === ',' ? `,${breakLine(depth)}` : token === ':' ? ': ' : token;
    }
  }
  return pretty;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isOpening(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string | undefined): boolean {
  return token === '}' || token === ']';
}

function breakLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
