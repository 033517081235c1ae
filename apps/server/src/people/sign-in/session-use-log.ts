import { LRUCache } from 'lru-cache';
import type { SignedInUser } from '../../principal.ts';
import { noteSessionUse } from '../sessions/sessions.queries.ts';
import type { Deps } from '../../deps.ts';

const MINUTE_MS = 60_000;
const SESSIONS = 20_000;

/** Writes when a session was last used, at most once a minute per session, without delaying the request. */
export class SessionUseLog {
  readonly #deps: Deps;
  readonly #onError: (error: unknown) => void;
  readonly #notedAt = new LRUCache<string, number>({ max: SESSIONS });
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: Deps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  note({ id, sessionId, organizationId }: SignedInUser): void {
    const now = this.#deps.clock.now();
    // A session that acts for another organization is noted there too.
    const key = `${sessionId} ${organizationId}`;
    if (now.getTime() - (this.#notedAt.get(key) ?? -Infinity) < MINUTE_MS) return;
    this.#notedAt.set(key, now.getTime());
    const used = { id: sessionId, userId: id, organizationId };
    const written = noteSessionUse(this.#deps.database, used, now)
      .catch(this.#onError)
      .finally(() => this.#pending.delete(written));
    this.#pending.add(written);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
