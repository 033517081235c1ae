import { findFirstError } from './first-error.ts';
import { splitLogLines, formatLogLine } from './log-lines.ts';
import { findTestLines } from './lines-of-tests.ts';
import { findFailedStep } from './log-steps.ts';
import { isSetUpStep } from './set-up-step.ts';

/** Facts about a failure in a CI log. */
export interface LogReading {
  /** The step that failed first, as the log names it; null where it names none. */
  step: string | null;
  /** The first error of that step, or of the log. */
  firstError: LogLine | null;
  /** Lines around the first error and before the end of the step, without colours and time stamps; at most 120. */
  excerpt: string;
  /**
   * Whether the job ended before any test ran: the step installs, checks out or restores something, and its first error
   * is not one of the code.
   */
  isSetUp: boolean;
}

export interface LogLine {
  /** Line number from 1. */
  line: number;
  text: string;
}

const BEFORE = 6;
const AFTER = 20;
const TAIL = 40;

/**
 * Reads the log of GitHub Actions, GitLab, or any other, in linear time. Reads the first 2,000 characters of each line.
 * Leaves out titles of passed tests and output of tests.
 */
export function readLog(log: string): LogReading {
  const lines = splitLogLines(log);
  const except = findTestLines(lines);
  const failed = findFailedStep(lines, except);
  const { from, to } =
    failed === null
      ? { from: 0, to: lines.length }
      : { from: failed.from, to: failed.errorAt === null ? failed.to : failed.errorAt + 1 };
  const at =
    findFirstError(lines, { from, to, except }) ??
    findFirstError(lines, {
      ...(failed === null || failed.errorAt === null ? { from: 0, to: lines.length } : failed),
      except,
    });
  const firstError = at === null ? null : { line: at + 1, text: formatLogLine(lines[at] ?? '') };
  return {
    step: failed?.name ?? null,
    firstError,
    excerpt: buildExcerpt(lines, { at, to, except }),
    isSetUp:
      failed !== null &&
      isSetUpStep(failed, lines) &&
      !lines.some((line) => line.length >= SHORTEST && TESTS.test(line)) &&
      !OF_CODE.test(firstError?.text ?? ''),
  };
}

// `1 passed`
const SHORTEST = 8;
// Output of a step that ran tests.
const TESTS =
  /\bTests?:? {1,8}\d|\bTests run:|\bTest (?:Files|Suites:) |\d (?:passed|passing|failing|failed)\b|= test session starts|\bcollected \d{1,9} items|--- (?:PASS|FAIL):|[Rr]unning \d{1,9} tests?\b|\bRan \d{1,9} tests? in|\btest result: |\d examples?, \d|Total tests: /;

// The code does not compile, or an assertion does not hold: the machine did what it should.
const OF_CODE =
  /\bTS\d{4,5}\b|error\[E\d{4}\]|\bCS\d{4}:|Assertion|\bSyntaxError\b|\bType error:|cannot find symbol|COMPILATION ERROR|undefined reference|failed to resolve import|\bEUSAGE\b|lock ?file[^\n]{0,80}(?:not in sync|not up to date|outdated)|\b(?:Type|Reference|Range|Name|Attribute|Key)Error\b|\bUndefined(?:Column|Table)\b/i;

function buildExcerpt(
  lines: readonly string[],
  { at, to, except }: { at: number | null; to: number; except: ReadonlySet<number> },
): string {
  const kept = new Set<number>();
  if (at !== null) {
    for (let line = at - BEFORE; line <= at + AFTER; line++) kept.add(line);
  }
  for (let line = to - TAIL; line <= to; line++) kept.add(line);
  return [...kept]
    .filter((line) => line >= 0 && line < lines.length && !except.has(line))
    .toSorted((left, right) => left - right)
    .map((line) => formatLogLine(lines[line] ?? ''))
    .join('\n');
}
