import { toPlainText } from '../../../components/text/plain-text.ts';

export interface SnippetLine {
  /** Null for a line that only points into the line above it. */
  number: number | null;
  code: string;
  /** Whether the error is in this line. */
  isHit: boolean;
}

const MAX_LINES = 40;
const MAX_CHARACTERS = 1_000;

/** The lines of a code frame as reporters print it: `> 88 | code` and `     |  ^`. */
export function parseSnippet(snippet: string): SnippetLine[] {
  return toPlainText(snippet)
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line) => {
      const [, mark, number, code] =
        /^\s*(>)?\s*(\d+)?\s?\|\s?(.*)$/.exec(line.slice(0, MAX_CHARACTERS)) ?? [];
      if (code === undefined) {
        return line.trim() === ''
          ? []
          : [{ number: null, code: line.slice(0, MAX_CHARACTERS), isHit: false }];
      }
      return [
        {
          number: number === undefined ? null : Number(number),
          code,
          isHit: mark !== undefined || (number === undefined && /^\s*\^+/.test(code)),
        },
      ];
    });
}
