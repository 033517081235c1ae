/** A simple command of a shell script: what stands between `|`, `&&` and the ends of lines. */
export interface ShellCommand {
  /** Without quotes. Variables stay as written. */
  words: string[];
  /** The variables that stand before the command, or alone. */
  assigned: string[];
  /** From 0. */
  line: number;
}

const SEPARATOR = /^(?:&&|\|\||[;|&\n()])/;
const REDIRECT = /^\d?(?:>>?|<)(?:&\d)?/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/**
 * The commands of a script, in order, those inside `$(…)` and `<(…)` included. Knows what documentation uses: quotes,
 * comments, continued lines, redirects and lists; no loops, conditions or here documents.
 */
export function parseShell(script: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let at = 0;
  let line = 0;
  const finish = () => {
    const first = words.findIndex((word) => !ASSIGNMENT.test(word));
    const split = first < 0 ? words.length : first;
    const assigned = words.slice(0, split).map((word) => ASSIGNMENT.exec(word)?.[1] ?? '');
    if (words.length > 0) commands.push({ words: words.slice(split), assigned, line });
    words = [];
  };
  while (at < script.length) {
    const rest = script.slice(at);
    const space = /^(?:[ \t]|\\\n)+/.exec(rest);
    const comment = /^#.*/.exec(rest);
    const redirect = rest.startsWith('<(') ? null : REDIRECT.exec(rest);
    const separator = SEPARATOR.exec(rest);
    if (space !== null) at += space[0].length;
    else if (comment !== null) at += comment[0].length;
    else if (redirect !== null) {
      at += redirect[0].length;
      const blank = /^ */.exec(script.slice(at))?.[0].length ?? 0;
      if (!redirect[0].includes('&')) at += blank + readWord(script.slice(at + blank)).length;
    } else if (separator !== null) {
      finish();
      at += separator[0].length;
    } else {
      if (words.length === 0) line = script.slice(0, at).split('\n').length - 1;
      const { word, length, inner } = readWord(rest);
      words.push(word);
      commands.push(...inner.flatMap(parseShell).map((command) => ({ ...command, line })));
      at += length;
    }
  }
  finish();
  return commands;
}

/** The word at the start of the text, without quotes, and the scripts of its substitutions. */
function readWord(text: string): { word: string; length: number; inner: string[] } {
  const inner: string[] = [];
  let word = '';
  let at = 0;
  for (;;) {
    const rest = text.slice(at);
    const arithmetic = /^\$\(\([^]*?\)\)/.exec(rest);
    const quoted = /^'([^']*)'/.exec(rest) ?? /^"((?:\\[^]|[^"\\])*)"/.exec(rest);
    const substitution = /^[$<]\(([^)]*)\)/.exec(rest);
    const plain = /^(?:\\[^]|\$\{[^}]*\}|[^\s'"()|&;<>\\])/.exec(rest);
    const found = arithmetic ?? quoted ?? substitution ?? plain;
    if (found === null) break;
    if (arithmetic === null && substitution !== null) inner.push(substitution[1] ?? '');
    word += quoted?.[1] ?? found[0];
    at += found[0].length;
  }
  // A lone quote, which no script of a page has.
  if (at === 0) throw new Error(`cannot read the shell at: ${text.slice(0, 40)}`);
  return { word, length: at, inner };
}
