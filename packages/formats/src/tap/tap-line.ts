export type TapLine =
  | { kind: 'point'; indent: number; isOk: boolean; number: number | undefined; text: string }
  | { kind: 'plan'; indent: number; count: number; comment: string }
  | { kind: 'subtest'; indent: number; name: string }
  | { kind: 'comment'; indent: number; text: string }
  | { kind: 'bail'; indent: number; reason: string }
  | { kind: 'version'; indent: number; version: number }
  | { kind: 'open' | 'close' | 'diagnostics' | 'other'; indent: number };

/** Reads one line of TAP 12 to 14. Other output of the tests may be between them. */
export function parseTapLine(line: string): TapLine {
  const text = line.trim();
  const indent = countIndent(line);
  if (text.startsWith('#')) return parseCommentLine(text.slice(1), indent);
  if (text === '---') return { kind: 'diagnostics', indent };
  if (text === '{') return { kind: 'open', indent };
  if (text === '}') return { kind: 'close', indent };
  const point = /^(not )?ok(?: {1,10}(\d{1,9}))?(?=\s|$)/.exec(text);
  if (point !== null) {
    const number = point[2] === undefined ? undefined : Number(point[2]);
    const isOk = point[1] === undefined;
    return { kind: 'point', indent, isOk, number, text: text.slice(point[0].length).trim() };
  }
  return parseFrameLine(text, indent);
}

function parseFrameLine(text: string, indent: number): TapLine {
  const plan = /^(\d{1,9})\.\.(\d{1,9})(?=\s|#|$)/.exec(text);
  if (plan !== null) {
    const comment = text.slice(plan[0].length).trim();
    // A part of a run may not begin with 1.
    const count = Math.max(0, Number(plan[2]) - Number(plan[1]) + 1);
    return { kind: 'plan', indent, count, comment };
  }
  const bail = /^bail out!/i.exec(text);
  if (bail !== null) return { kind: 'bail', indent, reason: text.slice(bail[0].length).trim() };
  const version = /^TAP version (\d{1,3})$/i.exec(text);
  if (version !== null) return { kind: 'version', indent, version: Number(version[1]) };
  return { kind: 'other', indent };
}

function parseCommentLine(text: string, indent: number): TapLine {
  const subtest = /^ ?Subtest(?:: |$)/.exec(text);
  if (subtest === null) return { kind: 'comment', indent, text };
  return { kind: 'subtest', indent, name: unescapeTitle(text.slice(subtest[0].length).trim()) };
}

export function countIndent(line: string): number {
  let indent = 0;
  while (line[indent] === ' ') indent++;
  return indent;
}

/** TAP 14 escapes `#` and `\` in titles. Windows paths in titles of older versions stay as they are. */
export function unescapeTitle(text: string): string {
  return text.replaceAll(/\\([#\\])/g, '$1');
}
