import type { IngestResult } from '@svc/contract/executions/ingest';
import type { Random } from './random.ts';

export type Habit = 'steady' | 'flaky' | 'shaky' | 'breaks' | 'mended' | 'rare';

export interface RandomTest {
  title: string;
  file: string;
  variant?: string;
  durationMs: number;
  habit: Habit;
}

type Ending =
  | 'pass'
  | 'retry'
  | 'fail'
  | 'failTwice'
  | 'timeOut'
  | 'skip'
  | 'interrupt'
  | 'expected';

const PASSING: Ending[] = [
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'pass',
  'expected',
];
const FAILING: Ending[] = ['fail', 'fail', 'failTwice', 'timeOut'];

/** The result of the test at this point of the history, from 0 to 1. */
export function randomResult(
  random: Random,
  test: RandomTest,
  { progress, outage, slowness }: { progress: number; outage: boolean; slowness: number },
): IngestResult {
  const ending = endingOf(random, test.habit, { progress, outage });
  const usualMs = random.pick([
    test.durationMs,
    test.durationMs,
    test.durationMs + 1,
    test.durationMs + 50,
    Math.round(test.durationMs * 1.2),
  ]);
  const durationMs = Math.round(usualMs * slowness);
  const facts = {
    titlePath: ['suite', test.title],
    file: test.file,
    ...(test.variant === undefined ? {} : { variant: test.variant }),
    durationMs,
  };
  const failed = { status: 'failed' as const, durationMs: 30, errors: [errorOf(random, test)] };
  const last = { durationMs };
  const ways: Record<Ending, Pick<IngestResult, 'status'> & Partial<IngestResult>> = {
    pass: {
      status: 'passed',
      ...(random.chance(0.2) ? { attempts: [{ ...last, status: 'passed' }] } : {}),
    },
    expected: { status: 'passed', expectedFailure: true, attempts: [failed] },
    retry: {
      status: 'passed',
      durationMs: durationMs + 30,
      attempts: [
        random.chance(0.8) ? failed : { ...failed, status: 'timedOut' },
        ...(random.chance(0.2) ? [failed] : []),
        { ...last, status: 'passed' },
      ],
    },
    // Not every reporter sends attempts.
    fail: {
      status: 'failed',
      ...(random.chance(0.8) ? { attempts: [{ ...failed, ...last }] } : {}),
    },
    failTwice: { status: 'failed', attempts: [failed, { ...failed, ...last }] },
    timeOut: {
      status: 'timedOut',
      attempts: [
        ...(random.chance(0.3) ? [{ durationMs: 5, status: 'passed' as const }] : []),
        { ...last, status: 'timedOut', errors: [{ message: 'Test timed out in 5000ms.' }] },
      ],
    },
    skip: { status: 'skipped', durationMs: 0 },
    interrupt: { status: 'interrupted' },
  };
  return { ...facts, ...ways[ending] };
}

function endingOf(
  random: Random,
  habit: Habit,
  { progress, outage }: { progress: number; outage: boolean },
): Ending {
  if (outage && random.chance(0.81)) return random.pick(FAILING);
  if (random.chance(0.04)) return random.pick(['skip', 'interrupt', 'fail', 'retry'] as const);
  const ways: Record<Habit, readonly Ending[]> = {
    steady: PASSING,
    rare: PASSING,
    flaky: random.chance(0.25) ? ['retry'] : PASSING,
    shaky: random.chance(0.3) ? FAILING : PASSING,
    breaks: progress > 0.7 ? FAILING : PASSING,
    mended: progress < 0.35 ? [...FAILING, 'retry'] : PASSING,
  };
  return random.pick(ways[habit]);
}

function errorOf(random: Random, { title, file }: RandomTest) {
  const message = random.pick([
    `AssertionError: ${title} is not as expected`,
    'Error: the database refused the connection',
    'TypeError: cannot read the cart',
  ]);
  return { message, stack: `${message}\n    at check (${file}:${random.below(100)}:3)` };
}
