import { countIndent } from './tap-line.ts';

/** The scalars of a block, by their keys: `message`, and `error.message` for a key in a key. */
export type TapDiagnostics = ReadonlyMap<string, string>;

/**
 * Reads the YAML below a test: keys with scalars, quoted scalars, block scalars, and keys in keys. Anything else, such
 * as a list, is the text of its key. The tools write no anchors and no tags, and some write YAML that a parser refuses.
 */
export function parseTapDiagnostics(lines: readonly string[]): TapDiagnostics {
  const found = new Map<string, string>();
  readBlock(lines, { found, prefix: '', depth: 0 });
  return found;
}

interface Target {
  found: Map<string, string>;
  prefix: string;
  depth: number;
}

function readBlock(lines: readonly string[], target: Target): void {
  const { found, prefix, depth } = target;
  const base = countIndent(lines.find((line) => line.trim() !== '') ?? '');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const entry = countIndent(line) === base ? ENTRY.exec(line) : null;
    at++;
    if (entry === null) continue;
    const key = prefix + unquote((entry[1] ?? '').trim());
    const value = line.slice(entry[0].length).trim();
    const from = at;
    while (at < lines.length && isInside(lines[at] ?? '', base)) at++;
    const block = lines.slice(from, at);
    if (found.size >= MOST_KEYS) return;
    if (/^[|>][-+\d]{0,3}$/.test(value)) found.set(key, joinBlock(block, value));
    else if (value !== '') found.set(key, parseScalar(value));
    else {
      found.set(key, dedentBlock(block).join('\n').trimEnd());
      if (depth < DEEPEST) readBlock(block, { found, prefix: `${key}.`, depth: depth + 1 });
    }
  }
}

const ENTRY = /^ {0,200}('[^']{1,100}'|"[^"]{1,100}"|[A-Za-z_$][\w $.-]{0,100}):(?=\s|$)/;
const DEEPEST = 1;
const MOST_KEYS = 200;

function isInside(line: string, base: number): boolean {
  return line.trim() === '' || countIndent(line) > base;
}

function joinBlock(block: readonly string[], style: string): string {
  const lines = dedentBlock(block);
  return lines.join(style.startsWith('>') ? ' ' : '\n').trimEnd();
}

function dedentBlock(block: readonly string[]): string[] {
  const base = countIndent(block.find((line) => line.trim() !== '') ?? '');
  return block.map((line) => line.slice(Math.min(base, countIndent(line))));
}

function parseScalar(value: string): string {
  return value === '~' || value === 'null' ? '' : unquote(value);
}

function unquote(value: string): string {
  if (value.length < 2) return value;
  if (value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"') || !value.endsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError) return value.slice(1, -1);
    throw error;
  }
}
