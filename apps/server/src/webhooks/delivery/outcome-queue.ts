import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { Outcome } from './send-delivery.ts';

// A transaction for many outcomes costs little more than one for a single outcome.
const COLLECT_MS = 100;
const RECORDED_AT_ONCE = 100;
// With the database away, outcomes wait in memory. Their leases end, and the events are sent once more.
const TRIES = 3;
const TRY_AGAIN_MS = 1_000;

/** Collects outcomes for a moment, and records them together. */
export class OutcomeQueue {
  readonly #deps: Pick<Deps, 'database' | 'clock' | 'random'>;
  readonly #onError: (error: unknown) => void;
  #waiting: { outcome: Outcome; done: () => void }[] = [];
  #round: Promise<void> | null = null;

  constructor(
    deps: Pick<Deps, 'database' | 'clock' | 'random'>,
    onError: (error: unknown) => void,
  ) {
    this.#deps = deps;
    this.#onError = onError;
  }

  /** Resolves when the outcome is recorded, or given up. Never rejects: errors go to `onError`. */
  add(outcome: Outcome): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ outcome, done: resolve });
    this.#round ??= this.#record();
    return promise;
  }

  async #record(): Promise<void> {
    await sleep(COLLECT_MS);
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, RECORDED_AT_ONCE);
      await this.#tryToRecord(some.map(({ outcome }) => outcome));
      for (const { done } of some) done();
      if (this.#waiting.length < RECORDED_AT_ONCE) await sleep(COLLECT_MS);
    }
    this.#round = null;
  }

  /** If recording fails again and again, each outcome is tried alone, so that one of them harms no other. */
  async #tryToRecord(outcomes: readonly Outcome[]): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries++) {
      try {
        return await recordOutcomes(this.#deps, outcomes);
      } catch (error) {
        this.#onError(error);
        if (tries < TRIES) await sleep(TRY_AGAIN_MS);
      }
    }
    if (outcomes.length === 1) return;
    for (const outcome of outcomes) {
      await recordOutcomes(this.#deps, [outcome]).catch(this.#onError);
    }
  }
}
