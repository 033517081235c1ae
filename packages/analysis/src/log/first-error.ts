import { stripStamp } from './log-lines.ts';

// Words of operating systems and networks. Anybody may write them into a title or a value, so they lead only where a
// line begins with them or names the class of an error, too.
const MACHINE =
  /\b(?:ENOSPC|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EACCES|EADDRINUSE|EMFILE)\b|[Nn]o space left|out of memory|[Rr]ate limit|Too Many Requests|toomanyrequests|Killed|SIGKILL|panic:|FATAL|Segmentation fault|Timed out waiting/;
const ERROR_CLASS =
  /\b[A-Z]\w{0,60}(?:Error|Exception)\b[:\s]|^\s{0,8}(?:npm ERR!|E\s{2,8}\S|error(?:\[\w{1,40}\])?:|ERROR[: ]|fatal:)|\bAssertion\w{0,40} failed|error TS\d{4}/;
const FAILED_TEST = /(?:^|\s)(?:FAIL|FAILED|✕|✗|✘|×|not ok)(?:\s|:)|--- FAIL:|●\s\S/;
const FAILED_WORD = /\berror\b|\bfailed\b|\bfailure\b|cannot |could not /i;

// A line that begins like this holds the title of a test.
const TITLE = /^\s{0,12}(?:(?:FAIL|✕|✗|✘|×|●|not ok|--- FAIL:)(?:\s|:)|\d{1,5}\) )/;
const NO_ERROR =
  /\b0 (?:errors?|failed|failures)\b|\berrors?: 0\b|npm warn|\bwarning\b|Process completed with exit code|##\[(?:group|endgroup|command)\]|if-no-files-found|continue-on-error|--fail|fail-fast|set -e|on-error|"error":\s{0,80}(?:null|false)/i;

const LINE_START = 24;
const FAILED_TEST_RANK = 3;
const NO_RANK = 5;
// `● a`
const SHORTEST = 3;

/** The index of the first line with the strongest sign of an error, from `from` to before `to`; null without one. */
export function findFirstError(
  lines: readonly string[],
  { from, to, except }: { from: number; to: number; except: ReadonlySet<number> },
): number | null {
  let found: number | null = null;
  let best = NO_RANK;
  for (let at = from; at < to && best > 0; at++) {
    const written = lines[at] ?? '';
    if (written.length < SHORTEST || except.has(at)) continue;
    const line = stripStamp(written);
    const rank = rankLine(line);
    if (rank >= best || NO_ERROR.test(line)) continue;
    found = at;
    best = rank;
  }
  return found;
}

/** 0 for the strongest sign of an error; `NO_RANK` without one. */
function rankLine(line: string): number {
  if (TITLE.test(line)) return FAILED_TEST_RANK;
  const machine = line.search(MACHINE);
  const isClass = ERROR_CLASS.test(line);
  if (machine !== -1 && (isClass || machine < LINE_START)) return 0;
  if (isClass) return 1;
  if (machine !== -1) return 2;
  if (FAILED_TEST.test(line)) return FAILED_TEST_RANK;
  return FAILED_WORD.test(line) ? 4 : NO_RANK;
}
