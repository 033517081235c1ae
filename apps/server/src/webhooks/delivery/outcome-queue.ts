import { setTimeout as sleep } from 'node:timers/promises';
import { createScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { toSvcError } from '../../errors.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { Outcome } from './send-delivery.ts';

// A transaction for many outcomes costs little more than one for a single outcome.
const COLLECT_MS = 100;
const RECORDED_AT_ONCE = 100;
const TRY_AGAIN_MS = 1_000;

interface Waiting {
  outcome: Outcome;
  done(): void;
}

/** Collects outcomes for a moment, and records those of an organization together. No organization waits for another. */
export class OutcomeQueue {
  readonly #deps: Pick<Deps, 'database' | 'clock' | 'random'>;
  readonly #onError: (error: unknown) => void;
  /** By the id of the organization; one that is here is being recorded. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    deps: Pick<Deps, 'database' | 'clock' | 'random'>,
    onError: (error: unknown) => void,
  ) {
    this.#deps = deps;
    this.#onError = onError;
  }

  /** Resolves when the outcome is recorded or dropped. Does not reject: errors go to `onError`. */
  add(outcome: Outcome): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { organizationId } = outcome.delivery;
    const waiting = this.#waiting.get(organizationId);
    const one = { outcome, done: resolve };
    if (waiting === undefined) void this.#record(organizationId, [one]);
    else waiting.push(one);
    return promise;
  }

  async #record(organizationId: string, waiting: Waiting[]): Promise<void> {
    this.#waiting.set(organizationId, waiting);
    await sleep(COLLECT_MS);
    while (waiting.length > 0) {
      const some = waiting.splice(0, RECORDED_AT_ONCE);
      await this.#recordTogether(
        organizationId,
        some.map(({ outcome }) => outcome),
      );
      for (const { done } of some) done();
      if (waiting.length < RECORDED_AT_ONCE) await sleep(COLLECT_MS);
    }
    this.#waiting.delete(organizationId);
  }

  /**
   * Tries again while the database is unavailable or busy. After any other error, records each outcome alone, so that
   * one that cannot be stored harms no other: its lease ends, and the event is sent once more.
   */
  async #recordTogether(organizationId: string, outcomes: readonly Outcome[]): Promise<void> {
    const { database, random } = this.#deps;
    try {
      const pauses = await this.#retryUntilPossible(() =>
        createScope(database, organizationId).transaction((scope) =>
          recordOutcomes(scope, outcomes, random),
        ),
      );
      for (const pause of pauses) {
        await this.#retryUntilPossible(() => pauseWebhook(this.#deps, pause)).catch(this.#onError);
      }
    } catch (error) {
      this.#onError(error);
      if (outcomes.length === 1) return;
      for (const outcome of outcomes) await this.#recordTogether(organizationId, [outcome]);
    }
  }

  /** @throws an error that another try would meet too. */
  async #retryUntilPossible<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // The database is unavailable, has no free connection, or a lock or a statement took too long.
        if (toSvcError(error).code !== 'SERVICE_UNAVAILABLE') throw error;
        this.#onError(error);
      }
      await sleep(TRY_AGAIN_MS, undefined, { ref: false });
    }
  }
}
