import { setTimeout as sleep } from 'node:timers/promises';
import { readDataRevision } from '../changes/data-revision.queries.ts';
import type { Statements } from '../statements.ts';

/** An organization, and the data revision that an answer needs at least. */
export interface NeededRevision {
  organizationId: string;
  revision: number;
}

// A replica in the same network replays a commit within milliseconds.
const WAIT_MS = 100;
const POLL_MS = 10;

/**
 * Reads the data revisions of organizations in a replica. Remembers none: a replica that restarts may be behind what it
 * had replayed before. A replica replays commits in the order of the log, and each raises the revision, so one that has
 * reached a revision has the commits that made it. Known gap: two commits of an organization in the same moment may
 * become visible on the primary in the other order than in the log, and a replica that has replayed exactly the first
 * counts as having both.
 */
export class Revisions {
  /** The look-ups that run, one for each organization: concurrent requests share them. */
  readonly #lookUps = new Map<string, Promise<number>>();

  /** Whether the replica has the revision. With `mayWait`, waits a moment for it. */
  async hasReached(
    replica: Statements,
    { organizationId, revision }: NeededRevision,
    { mayWait }: { mayWait: boolean },
  ): Promise<boolean> {
    const deadline = performance.now() + (mayWait ? WAIT_MS : 0);
    for (;;) {
      if ((await this.#lookUp(replica, organizationId)) >= revision) return true;
      if (performance.now() + POLL_MS > deadline) return false;
      await sleep(POLL_MS);
    }
  }

  #lookUp(replica: Statements, organizationId: string): Promise<number> {
    const running = this.#lookUps.get(organizationId);
    if (running !== undefined) return running;
    const lookUp = readDataRevision(replica, organizationId).finally(() =>
      this.#lookUps.delete(organizationId),
    );
    this.#lookUps.set(organizationId, lookUp);
    return lookUp;
  }
}
