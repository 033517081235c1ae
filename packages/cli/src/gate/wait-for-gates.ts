import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from '@svc/contract/gate/gate';
import { failureOf } from '../errors/failure.ts';
import type { Printer } from '../output/print.ts';
import { undecidedText, verdictOfAll } from './gate-verdict.ts';

/**
 * Asks until the executions are decided together, at most for `waitMs`. While it waits, a server that restarts is no
 * error. Shows on stderr what it waits for.
 * @throws what `ask` throws, at the first or the last question.
 */
export async function waitForGates(
  ask: () => Promise<Gate[]>,
  { waitMs, printer }: { waitMs: number; printer: Printer },
): Promise<Gate[]> {
  const untilAt = Date.now() + waitMs;
  let gates = await ask();
  let shown: string | undefined;
  for (let asked = 1; verdictOfAll(gates) === 'undecided'; asked++) {
    const leftMs = untilAt - Date.now();
    if (leftMs <= 0) break;
    const why = undecidedText(gates);
    if (why !== shown && why !== undefined) showProgress(printer, why);
    shown = why;
    await sleep(Math.min(leftMs, asked * STEP_MS, LONGEST_PAUSE_MS));
    const isLast = untilAt - Date.now() <= 0;
    gates = await ask().catch((error: unknown) => {
      if (isLast || failureOf(error).exitStatus !== 4) throw error;
      return gates;
    });
  }
  return gates;
}

// Roll-ups are seldom more than two seconds behind. Later, the wait is for other jobs.
const STEP_MS = 1_000;
// A key may read 100 times a minute, and several jobs may wait with it.
const LONGEST_PAUSE_MS = 6_000;

/** On a terminal beside the spinner, elsewhere in a line. */
function showProgress({ activity, warn }: Printer, why: string): void {
  const text = `waiting: ${why}`;
  activity.describe(text.replace(/\.$/, ''));
  if (!process.stderr.isTTY) warn(text);
}
