import type { Principal } from '../../principal.ts';
import type { Deps } from '../../deps.ts';
import { noteKeyUse } from './auth.queries.ts';

/** Writes `lastUsedAt` at most once a minute per key, without delaying the request. */
export class KeyUseLog {
  readonly #deps: Deps;
  readonly #onError: (error: unknown) => void;
  readonly #notedAt = new Map<string, number>();
  readonly #pending = new Set<Promise<void>>();

  constructor(deps: Deps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  note(principal: Principal): void {
    if (principal.kind !== 'apiKey') return;
    const now = this.#deps.clock.now();
    if (now.getTime() - (this.#notedAt.get(principal.id) ?? 0) < 60_000) return;
    this.#notedAt.set(principal.id, now.getTime());
    const written = noteKeyUse(this.#deps.database, principal, now)
      .catch(this.#onError)
      .finally(() => this.#pending.delete(written));
    this.#pending.add(written);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
