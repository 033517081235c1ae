import { stripStamp } from './log-lines.ts';

/**
 * The indexes of lines whose words come from the authors of tests: titles of tests that passed or were skipped, and
 * what a test printed, where the framework marks it (Vitest, Jest). Such words do not explain why a job failed.
 */
export function findTestLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < lines.length; at++) {
    const written = lines[at] ?? '';
    if (written.length < SHORTEST) continue;
    const line = stripStamp(written);
    if (PASSED.test(line)) found.add(at);
    if (!PRINTED.test(line)) continue;
    const end = findEndOfPrinted(lines, at);
    for (; at < end; at++) found.add(at);
    at -= 1;
  }
  return found;
}

// `ok 1`
const SHORTEST = 4;
const PASSED =
  /^\s{0,12}(?:[✓✔√☑✅○↓]|ok\b|PASS(?:ED)?\b|--- (?:PASS|SKIP):|\[ {0,8}(?:OK|RUN) {0,8}\])|\bPASSED(?: {1,40}\[ {0,3}\d{1,3}%\])?\s?$| \.\.\. ok\s?$/;

// `stdout | src/cart.test.ts > adds up` of Vitest, `  console.log` of Jest.
const PRINTED = /^(?:stdout|stderr) \| \S|^ {2,4}console\.(?:log|info|debug|warn|error|trace)$/;
const MOST_PRINTED = 200;

/** Vitest's printed output ends at an empty line; Jest's ends after the place of the call, which is indented. */
function findEndOfPrinted(lines: readonly string[], start: number): number {
  const isIndented = (lines[start] ?? '').includes('console.');
  const last = Math.min(lines.length, start + MOST_PRINTED);
  for (let at = start + 1; at < last; at++) {
    const line = stripStamp(lines[at] ?? '').trimEnd();
    const isEnd = isIndented ? line !== '' && !line.startsWith('    ') : line === '';
    if (isEnd) return at;
  }
  return last;
}
