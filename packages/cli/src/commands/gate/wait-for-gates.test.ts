import { SvcClientError } from '@svc/client';
import type { Gate, GateVerdict } from '@svc/contract/gate/gate';
import { clock } from '@svc/reporter-core/clock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeGate } from '../../../test/samples/make-gate.ts';
import { makeWorld } from '../../../test/make-world.ts';
import type { Printer } from '../../terminal/print.ts';
import { waitForGates } from './wait-for-gates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const printer: Pick<Printer, 'activity' | 'warn'> = {
  warn: () => undefined,
  activity: {
    describe: () => undefined,
    during: (work) => work,
    pausedDuring: (work) => work(),
  },
};

/** Waits for executions whose answers come in turn; the last one stays. Returns the requests and when they were sent. */
async function wait(answers: Record<string, (GateVerdict | SvcClientError)[]>, waitMs = 600_000) {
  const startMs = clock.now().getTime();
  const requests: [atSeconds: number, id: string][] = [];
  const ask = async (id: string): Promise<Gate> => {
    requests.push([(clock.now().getTime() - startMs) / 1000, id]);
    const left = answers[id] ?? [];
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer instanceof SvcClientError) throw answer;
    return makeGate({ executionId: id, verdict: answer ?? 'pass', undecided: undecidedOf(answer) });
  };
  const waiting = waitForGates(
    { list: async () => ({ ids: Object.keys(answers) }), ask },
    { waitMs, invocation: { printer: printer as Printer, world: makeWorld() } },
  );
  await vi.runAllTimersAsync();
  const { gates } = await waiting;
  return { requests, verdicts: gates.map(({ verdict }) => verdict) };
}

const undecidedOf = (verdict: GateVerdict | undefined) =>
  verdict === 'undecided' ? { reason: 'running' as const, why: 'A part is still running.' } : null;

it('asks again only what is undecided, and what was decided once more before all pass', async () => {
  const { requests, verdicts } = await wait({
    a: ['pass'],
    b: ['undecided', 'undecided', 'pass'],
  });
  expect(requests).toEqual([
    [0, 'a'],
    [0, 'b'],
    [1, 'b'],
    [3, 'b'],
    [3, 'a'],
  ]);
  expect(verdicts).toEqual(['pass', 'pass']);
});

it('fails if an execution that passed has got a failure meanwhile', async () => {
  const { verdicts } = await wait({ a: ['pass', 'fail'], b: ['undecided', 'pass'] });
  expect(verdicts).toEqual(['fail', 'pass']);
});

it('stays below 30 requests a minute while many executions are undecided', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `e${index}`);
  const { requests } = await wait(Object.fromEntries(many.map((id) => [id, ['undecided']])));
  const inMinute = requests.filter(([atSeconds]) => atSeconds > 0 && atSeconds <= 120);
  expect(inMinute.length).toBeLessThanOrEqual(60);
  expect(inMinute.length).toBeGreaterThan(0);
});

it('waits as long as the server asks for', async () => {
  const limited = new SvcClientError('RATE_LIMITED', 'Too many requests.', {
    retryAfterSeconds: 47,
  });
  const { requests, verdicts } = await wait({ a: ['undecided', limited, 'pass'] });
  expect(requests.map(([atSeconds]) => atSeconds)).toEqual([0, 1, 48]);
  expect(verdicts).toEqual(['pass']);
});
