import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from 'sequelize';
import type { Deps } from '../../deps.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { Outcome } from './send-delivery.ts';

// A transaction for many outcomes costs little more than one for a single outcome.
const COLLECT_MS = 100;
const RECORDED_AT_ONCE = 100;
const TRY_AGAIN_MS = 1_000;

/** Collects outcomes for a moment, and records them together. */
export class OutcomeQueue {
  readonly #deps: Pick<Deps, 'database' | 'clock' | 'random'>;
  readonly #onError: (error: unknown) => void;
  #waiting: { outcome: Outcome; done: () => void }[] = [];
  #isRecording = false;

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
    if (!this.#isRecording) void this.#record();
    return promise;
  }

  async #record(): Promise<void> {
    this.#isRecording = true;
    await sleep(COLLECT_MS);
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, RECORDED_AT_ONCE);
      await this.#recordTogether(some.map(({ outcome }) => outcome));
      for (const { done } of some) done();
      if (this.#waiting.length < RECORDED_AT_ONCE) await sleep(COLLECT_MS);
    }
    this.#isRecording = false;
  }

  /**
   * Tries again until the database can be reached. After any other error, records each outcome alone, so that one that
   * cannot be stored harms no other: its lease ends, and the event is sent once more.
   */
  async #recordTogether(outcomes: readonly Outcome[]): Promise<void> {
    const error = await this.#recordOnceReachable(outcomes);
    if (error === null) return;
    this.#onError(error);
    if (outcomes.length === 1) return;
    for (const outcome of outcomes) await this.#recordTogether([outcome]);
  }

  /** Null if it was recorded. */
  async #recordOnceReachable(outcomes: readonly Outcome[]): Promise<unknown> {
    for (;;) {
      try {
        await recordOutcomes(this.#deps, outcomes);
        return null;
      } catch (error) {
        if (!(error instanceof ConnectionError)) return error;
        this.#onError(error);
      }
      await sleep(TRY_AGAIN_MS, undefined, { ref: false });
    }
  }
}
