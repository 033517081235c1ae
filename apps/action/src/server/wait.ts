import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution } from '@svc/contract/executions/executions';
import { askOptionally, type SvcClient } from './server.ts';
import { clock } from '@svc/reporter-core/clock';

const LONGEST_PAUSE_MS = 10_000;

/**
 * Waits until no execution misses a part, and answers them as they are then. A job that is itself a part of an
 * execution does not wait for the others: they may be queued behind it on the same runner, and the last of them sees
 * the whole.
 */
export async function waitUntilComplete(
  client: SvcClient,
  executions: readonly Execution[],
  {
    waitMs,
    firstPauseMs,
    job,
    notes,
  }: { waitMs: number; firstPauseMs: number; job: string | undefined; notes: string[] },
): Promise<Execution[]> {
  const deadlineAt = clock.nowMs() + waitMs;
  const current = [...executions];
  for (const [index, first] of executions.entries()) {
    if (first.status !== 'running' || (job !== undefined && first.ci.job === job)) continue;
    let pauseMs = firstPauseMs;
    let execution = first;
    while (execution.status === 'running' && clock.nowMs() + pauseMs < deadlineAt) {
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
      const asked = await askOptionally('Waiting for parts', notes, () => read(client, first.id));
      if (asked === null) break;
      execution = asked;
    }
    current[index] = execution;
  }
  return current;
}

/** The execution without most of its results. */
export async function read(client: SvcClient, id: string): Promise<Execution> {
  return client.executions.get.query({ id, status: ['interrupted'] });
}
