import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { toPlainText } from '../../../components/text/plain-text.ts';

export interface DiffLine {
  kind: 'same' | 'expected' | 'received';
  text: string;
  /** The part that differs from the other line of its pair, as indexes of `text`. */
  marked: { from: number; to: number } | null;
}

/** The lines to show, and how many more there are. */
export interface Diff {
  lines: DiffLine[];
  leftOut: number;
}

const MAX_LINES = 200;
const MAX_CHARACTERS = 1_000;

/** Reads a diff as test frameworks print it: `-` before expected lines, `+` before received ones. */
export function parseDiff(diff: string): Diff {
  const all = toPlainText(diff)
    .split('\n')
    .filter((line) => !/^[-+] (?:Expected|Received|Snapshot)\s*(?:[-+]\s*\d+)?\s*$/.test(line));
  // Jest and Vitest write a space after the sign, unified diffs do not.
  const signWidth = all.every((line) => /^(?:$|[-+ ]$|[-+ ] )/.test(line)) ? 2 : 1;
  const lines = all.map((line): DiffLine => {
    if (line.startsWith('-')) return toDiffLine('expected', line.slice(signWidth));
    if (line.startsWith('+')) return toDiffLine('received', line.slice(signWidth));
    return toDiffLine('same', line.startsWith(' ') ? line.slice(signWidth) : line);
  });
  while (lines[0]?.text.trim() === '') lines.shift();
  while (lines.at(-1)?.text.trim() === '') lines.pop();
  return cutDiff(lines);
}

/** The difference of two values, where no diff was sent: equal lines at both ends are kept once. */
export function diffValues(expected: string, received: string): Diff {
  const [one, other] = [expected, received].map((text) => toPlainText(text).split('\n')) as [
    string[],
    string[],
  ];
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return cutDiff([
    ...toDiffLines('same', one.slice(0, head)),
    ...toDiffLines('expected', one.slice(head, one.length - tail)),
    ...toDiffLines('received', other.slice(head, other.length - tail)),
    ...toDiffLines('same', one.slice(one.length - tail)),
  ]);
}

function toDiffLines(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => toDiffLine(kind, text));
}

function toDiffLine(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text, marked: null };
}

function cutDiff(lines: DiffLine[]): Diff {
  const shown = lines.slice(0, MAX_LINES).map((line) => ({
    ...line,
    text: shortenText(line.text, MAX_CHARACTERS),
  }));
  markPairs(shown);
  return { lines: shown, leftOut: lines.length - shown.length };
}

/** Marks what differs inside of lines that face each other: as many expected lines as received ones follow. */
function markPairs(lines: DiffLine[]): void {
  for (let at = 0; at < lines.length;) {
    const expected = countRun(lines, at, 'expected');
    const received = countRun(lines, at + expected, 'received');
    if (expected > 0 && expected === received) {
      for (let offset = 0; offset < expected; offset++) {
        const [one, other] = [lines[at + offset], lines[at + expected + offset]];
        if (one !== undefined && other !== undefined) markPair(one, other);
      }
    }
    at += Math.max(1, expected + received);
  }
}

function countRun(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let length = 0;
  while (lines[from + length]?.kind === kind) length++;
  return length;
}

function markPair(one: DiffLine, other: DiffLine): void {
  const most = Math.min(one.text.length, other.text.length);
  let head = 0;
  while (head < most && one.text[head] === other.text[head]) head++;
  let tail = 0;
  while (tail < most - head && one.text.at(-1 - tail) === other.text.at(-1 - tail)) tail++;
  // Lines with hardly anything in common are different lines, and a mark over all of them says nothing.
  if (head + tail < most / 4) return;
  for (const line of [one, other]) {
    if (line.text.length - tail > head) line.marked = { from: head, to: line.text.length - tail };
  }
}
