import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import { noteSessionUse } from '../sessions/sessions.queries.ts';
import type { Authenticated } from './authenticate.ts';
import { noteKeyUse } from './key-use.queries.ts';

const MINUTE_MS = 60_000;
const REMEMBERED = 20_000;

/** Writes when an API key or a session was last used, at most once a minute for each, without delaying the request. */
export class UseLog {
  readonly #deps: Deps;
  readonly #onError: (error: unknown) => void;
  readonly #notedAt = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: Deps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  note(used: Authenticated): void {
    const now = this.#deps.clock.now();
    const id = nameUse(used);
    if (now.getTime() - (this.#notedAt.get(id) ?? -Infinity) < MINUTE_MS) return;
    this.#notedAt.set(id, now.getTime());
    const written = this.#store(used, now)
      .catch(this.#onError)
      .finally(() => this.#pending.delete(written));
    this.#pending.add(written);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #store(used: Authenticated, now: Date): Promise<void> {
    const { database } = this.#deps;
    if (used.kind === 'apiKey') return noteKeyUse(database, used.principal, now);
    const { id: userId, sessionId, organizationId } = used.user;
    return noteSessionUse(database, { id: sessionId, userId, organizationId }, now);
  }
}

/** A session that acts for another organization is noted there too. */
function nameUse(used: Authenticated): string {
  return used.kind === 'apiKey'
    ? used.principal.id
    : `${used.user.sessionId} ${used.user.organizationId}`;
}
