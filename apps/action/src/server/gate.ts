import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate } from '@svc/contract/gate/gate';
import { askOptionally, type SvcClient } from './server.ts';
import { clock } from '@svc/reporter-core/clock';

export interface GateWait {
  mostMs: number;
  pauseMs: number;
}

/**
 * The gate's answer. Waits while only roll-ups are missing, which follow an upload by seconds; not for parts, which
 * are waited for before. Null if the server does not answer, which is noted.
 */
export async function readGate(
  client: SvcClient,
  id: string,
  { wait: { mostMs, pauseMs }, notes }: { wait: GateWait; notes: string[] },
): Promise<Gate | null> {
  const deadlineAt = clock.nowMs() + mostMs;
  for (;;) {
    const gate = await askOptionally('Gate', notes, () => client.gate.get.query({ id }));
    if (gate?.undecided?.reason !== 'roll-ups' || clock.nowMs() + pauseMs > deadlineAt) return gate;
    await sleep(pauseMs);
  }
}
