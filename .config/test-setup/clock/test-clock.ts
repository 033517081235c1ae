/* oxlint-disable no-console, svc/no-machine-time -- prints the time of the tests */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Moves the clock of a test run and of the Node processes that it starts 0 to 800 days ahead, so that no test depends
 * on the calendar. The commit decides how far; `SVC_TEST_CLOCK=+400d` sets it. Postgres and the file system keep the
 * machine's time.
 */
export async function moveClock(): Promise<void> {
  const isFirst = process.env['NODE_OPTIONS']?.includes(PRELOADED) !== true;
  if (!isFirst) return;
  process.env['SVC_TEST_CLOCK'] = checkedAhead(
    process.env['SVC_TEST_CLOCK'] || `+${daysOfCommit()}d`,
  );
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${PRELOADED}`.trim();
  await import(PRELOADED);
  const ahead = process.env['SVC_TEST_CLOCK'];
  console.log(
    `clock: ${new Date().toISOString().slice(0, 10)}. SVC_TEST_CLOCK=${ahead} repeats it.`,
  );
}

/**
 * @throws for a text that `moved-date.js` does not read: the run would have today's date instead of the requested one.
 */
export function checkedAhead(text: string): string {
  if (/^\+\d+d$/.test(text)) return text;
  throw new Error(`SVC_TEST_CLOCK '${text}' is not a number of days ahead, such as +400d`);
}

const PRELOADED = new URL('moved-date.js', import.meta.url).href;
const LONGEST_DAYS = 800;

/** Days from 0 to 800, the same for the same commit. 0 without git. */
function daysOfCommit(): number {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(commit.toString().slice(0, 8), 16) % (LONGEST_DAYS + 1);
  } catch {
    return 0;
  }
}
