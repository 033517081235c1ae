import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from '@svc/contract/gate/gate';
import { ifAnswered, type SvcClient } from './server.ts';
import { clock } from '@svc/reporter-core/clock';

const PAUSE_MS = 2_000;

/**
 * The gate's answer. Waits while only roll-ups are missing, which follow an upload by seconds; not for shards, which
 * are waited for before. Null if the server does not answer, which is noted.
 */
export async function gateOf(
  client: SvcClient,
  id: string,
  { waitMs, notes }: { waitMs: number; notes: string[] },
): Promise<Gate | null> {
  const deadlineAt = clock.nowMs() + waitMs;
  for (;;) {
    const gate = await ifAnswered('Gate', notes, () => client.gate.get.query({ id }));
    if (gate?.undecided?.reason !== 'roll-ups' || clock.nowMs() + PAUSE_MS > deadlineAt)
      return gate;
    await sleep(PAUSE_MS);
  }
}
