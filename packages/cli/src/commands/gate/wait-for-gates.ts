import { SvcClientError } from '@svc/client';
import type { Gate } from '@svc/contract/gate/gate';
import { toFailure } from '../../errors/failure.ts';
import type { Invocation } from '../../invocation/invocation.ts';
import { explainUndecided, combineVerdicts, type JudgedGates } from './gate-verdict.ts';

/** What is asked until it is decided. */
export interface AskedGates {
  /** The executions that are there, and why more of them must come; asked each time. */
  list: () => Promise<ListedExecutions>;
  /** The gate's answer on one of them. */
  ask: (id: string) => Promise<Gate>;
}

type Waiting = Pick<Invocation, 'printer' | 'world'>;

export interface ListedExecutions {
  ids: readonly string[];
  /** Why these cannot be all; undefined if they may be. */
  incomplete?: string | undefined;
}

/**
 * Asks until the executions are decided together, at most for `waitMs`. While it waits, a server that restarts is no
 * error. Shows on stderr what it waits for.
 * @throws what `list` and `ask` throw, the first or the last time.
 */
export async function waitForGates(
  asked: AskedGates,
  { waitMs, invocation }: { waitMs: number; invocation: Waiting },
): Promise<JudgedGates> {
  const untilAt = performance.now() + waitMs;
  let judged = await judge(asked, []);
  let pauseMs = pauseAfter(1, judged);
  let shown: string | undefined;
  for (let turn = 2; combineVerdicts(judged) === 'undecided'; turn++) {
    const leftMs = untilAt - performance.now();
    if (leftMs <= 0) break;
    const why = explainUndecided(judged);
    if (why !== shown && why !== undefined) showProgress(invocation, why);
    shown = why;
    await sleep(Math.min(leftMs, pauseMs));
    try {
      judged = await judge(asked, judged.gates);
      pauseMs = pauseAfter(turn, judged);
    } catch (error) {
      const isLast = untilAt - performance.now() <= 0;
      if (isLast || toFailure(error).exitStatus !== 4) throw error;
      pauseMs = Math.max(pauseAfter(turn, judged), getRetryAfterMs(error));
    }
  }
  return judged;
}

/**
 * Asks about the executions that were undecided or not there before. A job can add to an execution that was decided, so
 * before all pass, the earlier answers are asked for once more.
 */
async function judge({ list, ask }: AskedGates, before: readonly Gate[]): Promise<JudgedGates> {
  const { ids, incomplete } = await list();
  const decided = new Map(
    before.filter(({ verdict }) => verdict !== 'undecided').map((gate) => [gate.executionId, gate]),
  );
  const gates: Gate[] = [];
  // One after the other: a key has a limit, and other jobs wait with it.
  for (const id of ids) gates.push(decided.get(id) ?? (await ask(id)));
  if (combineVerdicts({ gates, incomplete }) !== 'pass') return { gates, incomplete };
  const current: Gate[] = [];
  for (const gate of gates) {
    const { executionId } = gate;
    current.push(decided.has(executionId) ? await ask(executionId) : gate);
  }
  return { gates: current, incomplete };
}

// Roll-ups are seldom more than two seconds behind. Later, the wait is for other jobs.
const STEP_MS = 1_000;
const LONGEST_STEP_MS = 6_000;
// A key may read 100 times a minute, and several jobs may wait with it: from here on, 30 of them.
const PER_REQUEST_MS = 2_000;
const FEW_REQUESTS = 3;
const LONGEST_PAUSE_MS = 60_000;

/** Longer after each turn, and the longer the more requests the next turn needs. */
function pauseAfter(turn: number, { gates }: JudgedGates): number {
  const stepMs = Math.min(turn * STEP_MS, LONGEST_STEP_MS);
  const requests = 1 + gates.filter(({ verdict }) => verdict === 'undecided').length;
  if (requests <= FEW_REQUESTS) return stepMs;
  return Math.min(Math.max(stepMs, requests * PER_REQUEST_MS), LONGEST_PAUSE_MS);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function getRetryAfterMs(error: unknown): number {
  return error instanceof SvcClientError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** On a terminal beside the spinner, elsewhere in a line. */
function showProgress({ printer, world }: Waiting, why: string): void {
  const text = `waiting: ${why}`;
  printer.activity.describe(text.replace(/\.$/, ''));
  if (world.stderr.isTTY !== true) printer.warn(text);
}
