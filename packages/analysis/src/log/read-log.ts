/** What a CI log says of a failure. */
export interface LogReading {
  /** The step that failed, as the log names it; null where it names none. */
  step: string | null;
  /** The first error of that step, or of the log. */
  firstError: LogLine | null;
  /** Lines around the first error and before the end of the step, without colours and time stamps; at most 120. */
  excerpt: string;
  /** Whether the step ended before any test ran: it installs, checks out, or starts something. */
  isSetUp: boolean;
}

export interface LogLine {
  /** From 1. */
  line: number;
  text: string;
}

/** Longer logs are refused by the contract; here they are cut from their middle. */
export const LOG_CHARACTERS = 5 * 1_024 * 1_024;
const LINE_CHARACTERS = 2_000;
const BEFORE = 6;
const AFTER = 20;
const TAIL = 40;

/**
 * Reads the log of GitHub Actions, GitLab, or any other. One pass in linear time over lines, of which it reads the
 * first 2,000 characters.
 */
export function readLog(log: string): LogReading {
  const lines = linesOf(log);
  const steps = stepsOf(lines);
  const failed = steps.findLast((step) => step.errorAt !== null) ?? steps.at(-1);
  const [from, to] =
    failed === undefined ? [0, lines.length] : [failed.from, failed.errorAt ?? failed.to];
  const at = firstErrorIn(lines, from, to) ?? firstErrorIn(lines, 0, lines.length);
  const name = failed?.name ?? null;
  return {
    step: name,
    firstError: at === null ? null : { line: at + 1, text: shown(lines[at] ?? '') },
    excerpt: excerptOf(lines, { at, to }),
    isSetUp: name !== null && SET_UP.test(name) && !hasTests(lines, from, to),
  };
}

interface LogStep {
  name: string;
  from: number;
  to: number;
  /** The line with which the service marks the step as failed. */
  errorAt: number | null;
}

const SET_UP =
  /\b(?:set ?up|install|ci\b|checkout|download|restore|cache|login|pull|start|initiali[sz]e|prepare|services?|containers?|apt-get|pip|npm ci|pnpm i|yarn)\b/i;

// `##[group]Run npm test`, `section_start:1700000000:step_script`, and the start of each line of `gh run view --log`.
const GROUP = /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z )?##\[group\](.{1,300})/;
const SECTION = /section_start:\d{1,12}:([\w.-]{1,100})/;
const NAMED = /^[^\t]{1,100}\t([^\t]{1,100})\t\uFEFF?\d{4}-\d\d-\d\dT/;
const MARKED =
  /##\[error\](?!.{0,20}annotation)|^(?:\S{1,40} )?ERROR: Job failed|^The command .{1,300} exited with [1-9]|Process completed with exit code [1-9]|^Build step .{1,200} failed/;

function stepsOf(lines: readonly string[]): LogStep[] {
  const steps: LogStep[] = [];
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    const name = stepName(line);
    const last = steps.at(-1);
    if (name !== null && name !== last?.name) {
      if (last !== undefined) last.to = at;
      steps.push({ name, from: at, to: lines.length, errorAt: null });
    } else if (last !== undefined && MARKED.test(line)) {
      last.errorAt ??= at;
    }
  }
  return steps;
}

function stepName(line: string): string | null {
  if (line.includes('##[group]')) {
    const group = GROUP.exec(line)?.[1];
    // Other groups are parts of a step.
    return group?.startsWith('Run ') === true ? group.slice(4).trim() : null;
  }
  if (line.includes('section_start:')) return SECTION.exec(line)?.[1] ?? null;
  return line.includes('\t') ? (NAMED.exec(line)?.[1] ?? null) : null;
}

// The first words of a real error, in the order of how much they tell.
const ERRORS: readonly RegExp[] = [
  /\b(?:ENOSPC|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|EACCES|EADDRINUSE|EMFILE)\b|[Nn]o space left|out of memory|[Rr]ate limit|Too Many Requests|toomanyrequests|Killed|SIGKILL|panic:|FATAL|Segmentation fault|Timed out waiting/,
  /\b[A-Z]\w{0,60}(?:Error|Exception)\b[:\s]|^\s{0,8}(?:npm ERR!|E\s{2,8}\S|error(?:\[\w{1,40}\])?:|ERROR[: ]|fatal:)|\bAssertion\w{0,40} failed|error TS\d{4}/,
  /(?:^|\s)(?:FAIL|FAILED|✕|✗|✘|×|not ok)(?:\s|:)|--- FAIL:|●\s\S/,
  /\berror\b|\bfailed\b|\bfailure\b|cannot |could not /i,
];
const NO_ERROR =
  /\b0 (?:errors?|failed|failures)\b|\berrors?: 0\b|npm warn|\bwarning\b|Process completed with exit code|##\[(?:group|endgroup|command)\]|if-no-files-found|continue-on-error|--fail|fail-fast|set -e|on-error|"error":\s{0,80}(?:null|false)/i;

/** The first line that tells most. */
function firstErrorIn(lines: readonly string[], from: number, to: number): number | null {
  let found: number | null = null;
  let candidates = ERRORS;
  for (let at = from; at < to && candidates.length > 0; at++) {
    const line = unstamped(lines[at] ?? '');
    if (line === '') continue;
    const rank = candidates.findIndex((pattern) => pattern.test(line));
    if (rank === -1 || NO_ERROR.test(line)) continue;
    found = at;
    // Only a line that tells more comes before it now.
    candidates = candidates.slice(0, rank);
  }
  return found;
}

const TESTS =
  /\bTests?:? {1,8}\d|\d{1,9} (?:passed|passing|failing|failed)\b|={1,80} test session starts|--- (?:PASS|FAIL)|Running \d{1,9} tests?/;

function hasTests(lines: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (lines[at] !== '' && TESTS.test(lines[at] ?? '')) return true;
  return false;
}

function excerptOf(
  lines: readonly string[],
  { at, to }: { at: number | null; to: number },
): string {
  const kept = new Set<number>();
  if (at !== null) {
    for (let line = at - BEFORE; line <= at + AFTER; line++) kept.add(line);
  }
  for (let line = to - TAIL; line <= to; line++) kept.add(line);
  return [...kept]
    .filter((line) => line >= 0 && line < lines.length)
    .toSorted((left, right) => left - right)
    .map((line) => shown(lines[line] ?? ''))
    .join('\n');
}

/** The lines, each cut, and with what a terminal shows of a line that was written over. */
function linesOf(log: string): string[] {
  const text =
    log.length <= LOG_CHARACTERS
      ? log
      : `${log.slice(0, LOG_CHARACTERS / 2)}\n${log.slice(-LOG_CHARACTERS / 2)}`;
  const lines: string[] = [];
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    lines.push(text.slice(from, Math.min(to, from + LINE_CHARACTERS)));
    from = to + 1;
  }
  return lines;
}

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-?]{0,32}[ -/]{0,4}[@-~]|\u001b\][^\u0007]{0,200}\u0007/g;
const STAMP = /^(?:[^\t]{1,100}\t[^\t]{1,100}\t)?\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{8,18}Z ?/;

/** A line without the job, the step and the time before it. */
function unstamped(line: string): string {
  return line.startsWith('2') || line.includes('\t') ? line.replace(STAMP, '') : line;
}

/** A line as a person reads it. */
function shown(line: string): string {
  const plain = line.replaceAll(COLOURS, '').replace(STAMP, '');
  // A progress bar writes its line again and again: the last text stays.
  const last = plain.trimEnd().split('\r').at(-1) ?? '';
  return last.trimEnd().toWellFormed();
}
