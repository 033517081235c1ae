import { unescapeTitle } from './tap-line.ts';

/** The parts of the rest of a test's line. */
export interface TapDescription {
  /** Empty if the test has no name. */
  title: string;
  directive: 'skip' | 'todo' | undefined;
  /** Why it is skipped or to be done; empty if the line does not state it. */
  reason: string;
  durationMs: number | undefined;
  /** Tests in braces may follow, unless the brace belongs to the title. */
  hasBrace: boolean;
  /** True if a dash is before the title. */
  hasDash: boolean;
  /** Testem writes the browser in front. */
  browser: string | undefined;
}

/**
 * Reads the text after the number, such as `- adds up # SKIP no printer` or `- cart # time=12ms {`. `isTimed`: bats may
 * have written the time as `adds up in 12ms`.
 */
export function parseTapDescription(
  text: string,
  { isTimed }: { isTimed: boolean },
): TapDescription {
  const read: TapDescription = {
    title: '',
    directive: undefined,
    reason: '',
    durationMs: undefined,
    hasBrace: text === '{' || text.endsWith(' {'),
    hasDash: /^-(?=\s|$)/.test(text),
    browser: undefined,
  };
  let rest = withoutBrace(text);
  // Searches from the end, so that the first directive wins and another `#` stays in the title.
  for (
    let at = rest.lastIndexOf('#');
    at >= 0;
    at = at === 0 ? -1 : rest.lastIndexOf('#', at - 1)
  ) {
    if (!isMark(rest, at)) continue;
    if (!readMark(read, rest.slice(at + 1).trim())) continue;
    rest = rest.slice(0, at).trimEnd();
    if (rest === '{' || rest.endsWith(' {')) {
      read.hasBrace = true;
      rest = withoutBrace(rest);
    }
  }
  const title = read.hasDash ? rest.slice(1) : withoutTime(rest, read, isTimed);
  read.title = unescapeTitle(title.trim());
  return read;
}

/** Removes the browser and the time that Testem writes in front, as `Chrome 131.0 - [5 ms] - adds up`. */
function withoutTime(text: string, into: TapDescription, isTimed: boolean): string {
  const front = /^([A-Z][A-Za-z]{2,30})(?: Headless)? \d[\d.]{0,20} - \[(\d{1,9}) ms\] - /.exec(
    text,
  );
  const end = isTimed ? / in (\d{1,9})ms$/.exec(text.slice(-LONGEST_TIME)) : null;
  if (front !== null) {
    into.browser = front[1];
    into.durationMs = Number(front[2]);
    return text.slice(front[0].length);
  }
  if (end === null) return text;
  into.durationMs = Number(end[1]);
  return text.slice(0, -end[0].length);
}

const LONGEST_TIME = 20;

function withoutBrace(text: string): string {
  return text === '{' || text.endsWith(' {') ? text.slice(0, -1).trimEnd() : text;
}

/** Behind a blank or at the beginning, and not escaped. */
function isMark(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === ' ' || text[at - 1] === '\t';
}

/** Reads `SKIP reason`, `TODO reason` or `time=12.5ms`; false for anything else. */
function readMark(into: TapDescription, mark: string): boolean {
  const time = /^time=(\d{1,12}(?:\.\d{1,12})?)(ms|s)$/.exec(mark);
  if (time !== null) {
    into.durationMs = Math.round(Number(time[1]) * (time[2] === 's' ? 1000 : 1));
    return true;
  }
  const directive = /^(?:(todo)(?=[\s:]|$)|skip[a-z]{0,20}(?=[\s:,]|$)):?/i.exec(mark);
  if (directive === null) return false;
  into.directive = directive[1] === undefined ? 'skip' : 'todo';
  into.reason = unescapeTitle(mark.slice(directive[0].length).trim());
  return true;
}
